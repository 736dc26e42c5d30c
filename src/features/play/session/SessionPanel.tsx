import type { PlayGame } from '#rules/games.ts'
import { SessionCourse } from './SessionCourse.tsx'
import { useGameSession } from './use-game-session.ts'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { useCoin } from '#features/play/use-coin.ts'
import styles from '#features/play/play.module.css'

export function SessionPanel({ game }: { game: PlayGame }) {
  const stats = useAfterPaint(useGameSession(game).stats)
  const coin = useCoin()
  return coin ? (
    <div className={styles.session}>
      <SessionCourse stats={stats} coin={coin} size={6} />
    </div>
  ) : null
}
