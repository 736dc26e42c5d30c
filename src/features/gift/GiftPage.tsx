import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function GiftPage() {
  return (
    <Heading level={1} size="title">
      <Trans>Gift</Trans>
    </Heading>
  )
}
