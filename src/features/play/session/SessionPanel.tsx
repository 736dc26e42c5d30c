import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Heading } from '#ui/Heading.tsx'
import type { PlayGame } from '#rules/games.ts'
import { SessionCourse } from './SessionCourse.tsx'
import { StatsFigures } from './StatsFigures.tsx'
import { useGameSession } from './use-game-session.ts'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { useCoin } from '#features/play/use-coin.ts'
import styles from '#features/play/play.module.css'

interface SessionPanelProps {
  game: PlayGame
  /** With a heading and more figures, where it has a column of its own. */
  isFull: boolean
}

export function SessionPanel({ game, isFull }: SessionPanelProps) {
  const stats = useAfterPaint(useGameSession(game).stats)
  const coin = useCoin()
  const headingId = useId()
  if (!coin) return null
  if (isFull) {
    return (
      <section className="grid gap-3" aria-labelledby={headingId}>
        <Heading level={2} size="section" id={headingId}>
          <Trans>This session</Trans>
        </Heading>
        <SessionCourse stats={stats} coin={coin} size={6} />
        <StatsFigures stats={stats} coin={coin} />
      </section>
    )
  }
  return (
    <div className={styles.session}>
      <SessionCourse stats={stats} coin={coin} size={6} />
    </div>
  )
}
