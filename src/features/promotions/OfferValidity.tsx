import { Trans } from '@lingui/react/macro'
import type { Promotion } from '#contract/promotions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Text } from '#ui/Text.tsx'

export function OfferValidity({ promotion }: { promotion: Pick<Promotion, 'startsAt' | 'endsAt'> }) {
  const { inZone } = useFormat()
  const from = inZone(new Date(promotion.startsAt))
  const to = promotion.endsAt === null ? null : inZone(new Date(promotion.endsAt))
  return (
    <Text size={2} tone="subtle">
      {to === null ? (
        <Trans>Valid from {from}, no end set</Trans>
      ) : (
        <Trans>
          Valid from {from} to {to}
        </Trans>
      )}
    </Text>
  )
}
