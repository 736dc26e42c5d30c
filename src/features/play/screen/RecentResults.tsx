import { useLingui } from '@lingui/react/macro'
import { ResultChip } from './ResultChip.tsx'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { PlayGame } from '#rules/games.ts'
import { useGameSession } from '#features/play/session/use-game-session.ts'
import styles from '#features/play/play.module.css'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { useOpenBet } from '#features/play/use-play-sheet.ts'

/** More than fit a phone; each one costs a little with every bet. */
const SHOWN = 12

interface RecentResultsProps<G extends PlayGame> {
  game: G
  textOf: (bet: SettledBet<G>) => string
}

/** Latest results, the newest on the right. First in the page's order, so that it is reached first. */
export function RecentResults<G extends PlayGame>({ game, textOf }: RecentResultsProps<G>) {
  const { t } = useLingui()
  const openBet = useOpenBet()
  const recent = useAfterPaint(useGameSession(game).recent)
  return (
    <div className={styles.recent}>
      <ul className={styles.recentRow} aria-label={t`Recent results`}>
        {recent.slice(0, SHOWN).map((bet) => (
          <ResultChip key={bet.id} bet={bet} text={textOf(bet as SettledBet<G>)} onOpen={openBet} />
        ))}
      </ul>
    </div>
  )
}
