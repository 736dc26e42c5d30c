import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { connection } from '#lib/connection.ts'
import { useStore } from '#lib/use-store.ts'
import { Text } from '#ui/Text.tsx'

interface CoinsAgeProps {
  /** When the server told the balances; undefined for a visitor, who has none. */
  balancesAt: Date | undefined
  /** When the values were taken. */
  pricedAt: Date
}

/** How old balances and values are. */
export function CoinsAge({ balancesAt, pricedAt }: CoinsAgeProps) {
  const { moment } = useFormat()
  const isOffline = useStore(connection) !== 'online'
  const values = moment(pricedAt)
  const balances = balancesAt && moment(balancesAt)
  return (
    <Text size={2} tone="subtle" className="px-3">
      {balances === undefined ? (
        <Trans>Values as of {values}.</Trans>
      ) : isOffline ? (
        <Trans>
          You are offline. Balances as of {balances}, values as of {values}.
        </Trans>
      ) : (
        <Trans>
          Balances as of {balances}, values as of {values}.
        </Trans>
      )}
    </Text>
  )
}
