import { Trans } from '@lingui/react/macro'
import type { Reserves as Figures } from '#contract/transparency.ts'
import { useFormat } from '#i18n/use-format.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Text } from '#ui/Text.tsx'

/** The balances of the house's addresses on the chains beside the amounts that it owes players. */
export function Reserves({ reserves: { at, chains, coins, heldUsd, owedUsd } }: { reserves: Figures }) {
  const { decimal, usd, integer, moment } = useFormat()
  const time = moment(new Date(at))
  return (
    <section aria-labelledby="reserves" className="grid grid-cols-1 gap-2.5">
      <Heading level={2} size="section" id="reserves">
        <Trans>Reserves on the chains</Trans>
      </Heading>
      <Text size={3} tone="muted">
        <Trans>
          Once an hour Koi asks the chains what its own addresses hold: those that players pay to, the wallets
          that pay out, and its treasuries. It must be at least what players are owed.
        </Trans>
      </Text>
      <div className="grid gap-2.5 sm:grid-cols-2">
        <Stat
          label={<Trans>Held on the chains</Trans>}
          value={heldUsd === null ? <Trans>Not read</Trans> : usd(heldUsd)}
        />
        <Stat label={<Trans>Owed to players</Trans>} value={usd(owedUsd)} />
      </div>
      <DefinitionList
        facts={coins.map(({ coin, symbol, network, held, owed, isOnChain }) => {
          const due = decimal(owed)
          const amount = held === null ? '' : decimal(held)
          return {
            key: coin,
            term: `${symbol} · ${network}`,
            value: (
              <span className="grid justify-items-end">
                {held === null ? (
                  <Text as="span" size={3} tone="muted">
                    {isOnChain ? <Trans>Not read</Trans> : <Trans>On none of these chains</Trans>}
                  </Text>
                ) : (
                  <span>
                    <Trans>{amount} held</Trans>
                  </span>
                )}
                <Text as="span" size={2} tone="subtle">
                  <Trans>{due} owed</Trans>
                </Text>
              </span>
            ),
          }
        })}
      />
      <Text size={2} tone="subtle">
        <Trans>As of {time}.</Trans>
      </Text>
      <ul className="grid gap-1">
        {chains.map(({ name, block, at: made }) => {
          const number = block === null ? '' : integer(block)
          const madeAt = made === null ? '' : moment(new Date(made))
          return (
            <li key={name}>
              <Text as="span" size={2} tone="subtle">
                {block === null ? (
                  <Trans>{name}: the node did not answer.</Trans>
                ) : (
                  <Trans>
                    {name}: final block {number} of {madeAt}
                  </Trans>
                )}
              </Text>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
