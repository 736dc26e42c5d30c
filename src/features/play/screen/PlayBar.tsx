import { useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { Heading } from '#ui/Heading.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { PlayBalance } from './PlayBalance.tsx'
import { PlayWith } from '#features/play/controls/PlayWith.tsx'
import styles from '#features/play/play.module.css'
import { SessionStrip } from '#features/play/session/SessionStrip.tsx'
import type { BetPlay } from '#features/play/controller/frame-play.ts'
import { RefillButton } from './RefillButton.tsx'
import { SoundButton } from './SoundButton.tsx'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import { ViewButtons } from './ViewButtons.tsx'

export function PlayBar({ name, play }: { name: string; play: BetPlay }) {
  const { t } = useLingui()
  const { open } = usePlaySheet()
  return (
    <header className={styles.bar}>
      <div className={styles.gameName}>
        <Heading level={1} size="section" className="min-w-0 wrap-anywhere">
          {name}
        </Heading>
        <PlayWith />
      </div>
      <div className={styles.money}>
        <SessionStrip />
        <span className={styles.funds}>
          <PlayBalance />
          <RefillButton play={play} />
        </span>
      </div>
      <SoundButton />
      <ViewButtons />
      <IconButton label={t`Options`} aria-haspopup="dialog" onClick={() => open('options')}>
        <SlidersHorizontal aria-hidden size={18} />
      </IconButton>
    </header>
  )
}
