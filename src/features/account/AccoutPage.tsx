import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function AccoutPage() {
  return (
    <Heading level={1} size="title">
      <Trans>Account</Trans>
    </Heading>
  )
}
