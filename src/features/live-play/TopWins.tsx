import { useQuery } from '@tanstack/react-query'
import type { Period } from '#contract/public-play.ts'
import { useFormat } from '#i18n/use-format.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { BetRows } from './BetRows.tsx'
import { topWinsQuery } from './live-play.queries.ts'
import { NothingYet } from './NothingYet.tsx'

/** Bets of a period that won most above their stake. */
export function TopWins({ period, nameOf }: { period: Period; nameOf: (game: string) => string }) {
  const { usd } = useFormat()
  const query = useQuery(topWinsQuery(period))
  return (
    <AnswerGate query={query}>
      {(wins) => {
        const wonOf = new Map(wins.map(({ id, wonUsd }) => [id, wonUsd]))
        return wins.length > 0 ? (
          <BetRows bets={wins} nameOf={nameOf} amountOf={({ id }) => `+${usd(wonOf.get(id) ?? '0')}`} />
        ) : (
          <NothingYet />
        )
      }}
    </AnswerGate>
  )
}
