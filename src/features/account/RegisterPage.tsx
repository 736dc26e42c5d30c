import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function RegisterPage() {
  return (
    <Heading level={1} size="title">
      <Trans>Register</Trans>
    </Heading>
  )
}
