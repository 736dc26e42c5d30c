import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Period } from '#contract/public-play.ts'
import { useFormat } from '#i18n/use-format.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Name } from '#ui/Name.tsx'
import { Text } from '#ui/Text.tsx'
import { leadersQuery } from './live-play.queries.ts'
import { NothingYet } from './NothingYet.tsx'

/** Players of a period, ranked by the house edge of their bets. */
export function Leaders({ period }: { period: Period }) {
  const { t } = useLingui()
  const { usd, integer } = useFormat()
  const query = useQuery(leadersQuery(period))
  return (
    <AnswerGate query={query}>
      {(leaders) =>
        leaders.length === 0 ? (
          <NothingYet />
        ) : (
          <>
            <Text size={3} tone="muted" className="px-3 pb-2">
              <Trans>What counts is the house edge of a player’s bets, not the amount bet.</Trans>
            </Text>
            <ol className="grid grid-cols-1">
              {leaders.map(({ name, edgeUsd, bets }, index) => {
                const count = integer(bets)
                return (
                  <li key={index} className={listRowClass({ variant: 'plain', interactive: false })}>
                    <ListRowContent
                      icon={<span className="num">{index + 1}</span>}
                      title={
                        <span className="wrap-anywhere">
                          {name === null ? t`Hidden` : <Name>{name}</Name>}
                        </span>
                      }
                      subtitle={<Plural value={bets} one={`${count} bet`} other={`${count} bets`} />}
                      trailing={
                        <span className="num" translate="no">
                          {usd(edgeUsd)}
                        </span>
                      }
                    />
                  </li>
                )
              })}
            </ol>
          </>
        )
      }
    </AnswerGate>
  )
}
