import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useStore } from '#lib/use-store.ts'
import { usePlayEngine } from '#features/play/play-context.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { loadRecentBets } from '#features/play/session/play-session.actions.ts'
import { useGameSession } from '#features/play/session/use-game-session.ts'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { useOpenBet } from '#features/play/use-play-sheet.ts'
import type { PlayGame } from '#rules/games.ts'
import { BetChip } from './BetChip.tsx'
import { ResultRow } from './ResultRow.tsx'

/** More than a phone shows. Each one costs a little with every bet. */
const SHOWN = 12

interface RecentResultsProps<G extends PlayGame> {
  game: G
  textOf: (bet: SettledBet<G>) => string
}

export function RecentResults<G extends PlayGame>({ game, textOf }: RecentResultsProps<G>) {
  const { t } = useLingui()
  const engine = usePlayEngine()
  const isReady = useStore(engine.status).status === 'ready'
  useEffect(() => {
    // The game can be played without its recent bets.
    if (isReady) void loadRecentBets(engine, game).catch(() => undefined)
  }, [engine, game, isReady])
  const openBet = useOpenBet()
  const recent = useAfterPaint(useGameSession(game).recent)
  return (
    <ResultRow label={t`Recent results`}>
      {recent.slice(0, SHOWN).map((bet) => (
        <BetChip key={bet.id} bet={bet} text={textOf(bet as SettledBet<G>)} onOpen={openBet} />
      ))}
    </ResultRow>
  )
}
