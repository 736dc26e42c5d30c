import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function CounterDemo() {
  return (
    <Heading level={1} size="title">
      <Trans>Counter</Trans>
    </Heading>
  )
}
