import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'

export function PromotionPage() {
  return (
    <Heading level={1} size="title">
      <Trans>Promotions</Trans>
    </Heading>
  )
}
