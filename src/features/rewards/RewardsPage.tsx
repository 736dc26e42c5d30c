import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function RewardsPage() {
  return (
    <Heading level={1} size="title">
      <Trans>Rewards</Trans>
    </Heading>
  )
}
