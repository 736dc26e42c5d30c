import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function KeepAliveDemo() {
  return (
    <Heading level={1} size="title">
      <Trans>Kept alive</Trans>
    </Heading>
  )
}
