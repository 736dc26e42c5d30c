import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function Gallery() {
  return (
    <Heading level={1} size="title">
      <Trans>Design tokens and parts</Trans>
    </Heading>
  )
}
