import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function ForgotPasswordPage() {
  return (
    <Heading level={1} size="title">
      <Trans>Forgot password</Trans>
    </Heading>
  )
}
