import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function LogoutPage() {
  return (
    <Heading level={1} size="title">
      <Trans>Logout</Trans>
    </Heading>
  )
}
