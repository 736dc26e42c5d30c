import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function MockDemo() {
  return (
    <Heading level={1} size="title">
      <Trans>Mock answers</Trans>
    </Heading>
  )
}
