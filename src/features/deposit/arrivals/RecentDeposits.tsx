import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { connection } from '#api/connection.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { useAccountStatus } from '#session/use-account-status.ts'
import { Banner } from '#ui/Banner.tsx'
import { Heading } from '#ui/Heading.tsx'
import { DepositRow } from './DepositRow.tsx'
import { useDepositWords } from './deposit-words.ts'
import { depositsQuery } from './deposits.queries.ts'

/** The newest deposits, as last known when offline; nothing where there are none. */
export function RecentDeposits() {
  const { t } = useLingui()
  const { moment } = useFormat()
  const isSignedIn = useAccountStatus() === 'signed-in'
  const isOffline = useStore(connection) === 'offline'
  const { data: coins } = useQuery(coinsQuery)
  const { data, dataUpdatedAt } = useQuery({ ...depositsQuery, enabled: isSignedIn })
  const words = useDepositWords(coins)
  if (!isSignedIn || !data || data.deposits.length === 0) return null
  const at = moment(new Date(dataUpdatedAt))
  return (
    <section aria-label={t`Your deposits`} className="grid grid-cols-1 gap-2.5">
      <Heading level={3}>
        <Trans>Your deposits</Trans>
      </Heading>
      {isOffline ? (
        <Banner tone="offline" inset>
          <Trans>You are offline. These are your deposits as of {at}.</Trans>
        </Banner>
      ) : null}
      <ul className="grid grid-cols-1 gap-2.5">
        {data.deposits.map((deposit) => (
          <li key={deposit.id}>
            <DepositRow deposit={deposit} words={words(deposit)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
