import { useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { Badge } from '#ui/Badge.tsx'
import { Heading } from '#ui/Heading.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { DemoBalance } from './DemoBalance.tsx'
import type { Play } from '#features/play/controller/play-controller.ts'
import { usePlayableGames } from '#features/play/play-context.ts'
import styles from '#features/play/play.module.css'
import { SessionStrip } from '#features/play/session/SessionStrip.tsx'
import { RefillButton } from './RefillButton.tsx'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'

/** The game's name, what it is played with, and the way to more of it. */
export function DemoBar({ play }: { play: Play }) {
  const playableGame = usePlayableGames()
  const { t, i18n } = useLingui()
  const { open } = usePlaySheet()
  const isDemo = useCoin()?.isDemo ?? true
  return (
    <header className={styles.demoBar}>
      <div className={styles.identity}>
        <div className={styles.gameName}>
          <Heading level={1} size="section">
            {i18n._(playableGame(play.game).name)}
          </Heading>
          {isDemo ? <Badge tone="gold">{t`Demo`}</Badge> : null}
        </div>
        <SessionStrip />
      </div>
      <span className={styles.spacer} />
      <DemoBalance />
      <RefillButton play={play} />
      <IconButton label={t`Options`} aria-haspopup="dialog" onClick={() => open('options')}>
        <SlidersHorizontal aria-hidden size={18} />
      </IconButton>
    </header>
  )
}
