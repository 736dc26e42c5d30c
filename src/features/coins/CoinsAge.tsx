import { Trans } from '@lingui/react/macro'
import { connection } from '#api/connection.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { SentenceGap } from '#ui/SentenceGap.tsx'
import { Text } from '#ui/Text.tsx'

interface CoinsAgeProps {
  /** When the server told the balances; undefined for a visitor, who has none. */
  balancesAt: Date | undefined
  /** When the values were taken; null for fixed ones, whose age says nothing. */
  pricedAt: Date | null
}

/** How old balances and values are. */
export function CoinsAge({ balancesAt, pricedAt }: CoinsAgeProps) {
  const { moment } = useFormat()
  const isOffline = useStore(connection) !== 'online'
  const values = pricedAt && moment(pricedAt)
  const balances = balancesAt && moment(balancesAt)
  return (
    <Text size={2} tone="subtle" className="px-3">
      {isOffline && balances !== undefined ? (
        <>
          <Trans>You are offline.</Trans>
          <SentenceGap />
        </>
      ) : null}
      {balances === undefined ? null : (
        <>
          <Trans>Balances as of {balances}.</Trans>
          <SentenceGap />
        </>
      )}
      {values === null ? (
        <Trans>Values are at fixed practice rates.</Trans>
      ) : (
        <Trans>Values as of {values}.</Trans>
      )}
    </Text>
  )
}
