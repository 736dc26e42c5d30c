import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function ScrollCacheDemo() {
  return (
    <Heading level={1} size="title">
      <Trans>Kept scroll position</Trans>
    </Heading>
  )
}
