import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import type { Balance } from '#contract/balances.ts'
import { useFormat } from '#i18n/use-format.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { Callout } from '#ui/Callout.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'

/** What an account that is about to be closed still holds, and what becomes of it. */
export function HeldMoney({ held }: { held: readonly Balance[] }) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { data: coins } = useQuery(coinsQuery)
  const nameOf = (id: string) => {
    const coin = coins?.find((each) => each.id === id)
    return coin ? `${coin.symbol} · ${coin.network}` : id
  }
  const facts = held.flatMap(({ coin, available, locked, pending }) => {
    const name = nameOf(coin)
    return [
      { key: `${coin} available`, term: name, value: available },
      { key: `${coin} locked`, term: t`${name}, locked bonus`, value: locked },
      { key: `${coin} pending`, term: t`${name}, being withdrawn`, value: pending },
    ]
  })
  return (
    <div className="grid gap-3">
      <Callout
        tone="warning"
        icon={<Coins aria-hidden size={28} />}
        title={<Trans>This account holds money</Trans>}
      >
        {held.some(({ pending }) => pending !== '0') ? (
          <Trans>
            A withdrawal is under way. The account can be closed when it has arrived, or when you cancel it.
          </Trans>
        ) : (
          <Trans>
            Withdraw it before you close the account. What is left then goes to the house, and nobody can give
            it back.
          </Trans>
        )}
      </Callout>
      <DefinitionList
        facts={facts
          .filter(({ value }) => value !== '0')
          .map(({ value, ...fact }) => ({ ...fact, value: decimal(value) }))}
      />
    </div>
  )
}
