import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function GamesPage() {
  return (
    <Heading level={1} size="title">
      <Trans>Games</Trans>
    </Heading>
  )
}
