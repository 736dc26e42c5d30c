import { Trans, useLingui } from '@lingui/react/macro'
import type { TransparencyCoin } from '#contract/transparency.ts'
import { useFormat } from '#i18n/use-format.ts'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'

/** The house's books, a sheet for each coin there ever was a movement in. */
export function CoinSheets({ coins }: { coins: readonly TransparencyCoin[] }) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  return (
    <section aria-labelledby="coins" className="grid grid-cols-1 gap-4">
      <div className="grid gap-2.5">
        <Heading level={2} size="section" id="coins">
          <Trans>Coin by coin</Trans>
        </Heading>
        <Text size={3} tone="muted">
          {coins.length === 0 ? (
            <Trans>No money has moved yet.</Trans>
          ) : (
            <Trans>
              “Held” is what came in from the chain minus what went out. It equals what players are owed plus
              the house’s own money. The house’s own can be below zero: then it gave away more than it won, or
              players changed other coins into this one.
            </Trans>
          )}
        </Text>
      </div>
      {coins.map(({ coin, symbol, network, owed, received, paidOut, held, house }) => (
        <div key={coin} className="grid gap-2">
          <div className="flex items-center gap-2.5">
            <CoinMark symbol={symbol} size={26} />
            <Heading level={3} size="card">
              {`${symbol} · ${network}`}
            </Heading>
          </div>
          <DefinitionList
            facts={[
              { term: t`Owed, available`, value: decimal(owed.available) },
              { term: t`Owed, locked bonus`, value: decimal(owed.locked) },
              { term: t`Owed, being withdrawn`, value: decimal(owed.pending) },
              { term: t`Came in from the chain`, value: decimal(received) },
              { term: t`Went out to the chain`, value: decimal(paidOut) },
              { term: t`Held`, value: decimal(held) },
              { term: t`The house’s own`, value: decimal(house) },
            ]}
          />
        </div>
      ))}
    </section>
  )
}
