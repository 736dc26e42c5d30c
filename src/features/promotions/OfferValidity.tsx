import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { Text } from '#ui/Text.tsx'

interface OfferValidityProps {
  /** ISO date-times. */
  startsAt: string
  endsAt: string | null
}

export function OfferValidity({ startsAt, endsAt }: OfferValidityProps) {
  const { inZone } = useFormat()
  const from = inZone(new Date(startsAt))
  const to = endsAt === null ? null : inZone(new Date(endsAt))
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
