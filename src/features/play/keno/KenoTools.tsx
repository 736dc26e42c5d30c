import { useLingui } from '@lingui/react/macro'
import { Eraser, Shuffle } from 'lucide-react'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './keno.module.css'
import { useKenoPlay } from './keno-play.ts'

export function KenoTools() {
  const play = useKenoPlay()
  const { t } = useLingui()
  const isLocked = useIsAutoPlaying('keno')
  return (
    <div className={styles.tools}>
      <IconButton label={t`Pick other numbers at random`} disabled={isLocked} onClick={play.pickAtRandom}>
        <Shuffle aria-hidden size={18} />
      </IconButton>
      <IconButton label={t`Take all numbers off the board`} disabled={isLocked} onClick={play.clear}>
        <Eraser aria-hidden size={18} />
      </IconButton>
    </div>
  )
}
