import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { TransparencyGame } from '#contract/transparency.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useOwnPublicNumber } from '#queries/own-public-number.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { PlayerName } from '#ui/PlayerName.tsx'
import { crashLatencyQuery, gamePlayQuery } from './live-play.queries.ts'

interface GamePlayFactsProps {
  slug: string
  /** Measured return so far; undefined while unknown. */
  measured: Pick<TransparencyGame, 'returnBps' | 'standardErrorBps'> | undefined
}

/** How much the game is played, its largest win, and its measured return. */
export function GamePlayFacts({ slug, measured }: GamePlayFactsProps) {
  const { t } = useLingui()
  const { usd, decimal, integer, percentExact } = useFormat()
  const { data } = useQuery(gamePlayQuery(slug))
  const { data: latency } = useQuery({ ...crashLatencyQuery, enabled: slug === 'crash' })
  const own = useOwnPublicNumber()
  if (!data) return null
  const none = t`No bets yet`
  const { topWin, roundsPerMinute, weekBets } = data
  const ms = (value: number) => `${integer(value)} ms`
  const winOf = ({ wonUsd, multiplier, ...player }: NonNullable<typeof topWin>) => (
    <>
      <span>{`+${usd(wonUsd)} · ${decimal(`${multiplier}`, 2)}× · `}</span>
      <PlayerName player={player} own={own} />
    </>
  )
  const returnOf = ({ returnBps, standardErrorBps }: NonNullable<typeof measured>) => {
    if (returnBps === null) return none
    const error = standardErrorBps === null ? '' : ` ± ${percentExact(standardErrorBps)}`
    return percentExact(returnBps) + error
  }
  return (
    <DefinitionList
      facts={[
        { term: t`Bets in 7 days`, value: weekBets === 0 ? none : integer(weekBets) },
        {
          term: t`Rounds a minute`,
          value: roundsPerMinute === null ? t`None in the last hour` : decimal(`${roundsPerMinute}`, 0, 2),
        },
        { term: t`Largest win in 7 days`, value: topWin ? winOf(topWin) : t`No wins yet` },
        ...(latency
          ? [
              { term: t`Half of all cash-outs decided within`, value: ms(latency.p50) },
              { term: t`95 of 100 decided within`, value: ms(latency.p95) },
              { term: t`99 of 100 decided within`, value: ms(latency.p99) },
              {
                term: t`Cash-outs that came after the crash`,
                value: percentExact(Math.round(latency.lostShare * 10_000)),
              },
            ]
          : []),
        ...(measured ? [{ term: t`Measured return`, value: returnOf(measured) }] : []),
      ]}
    />
  )
}
