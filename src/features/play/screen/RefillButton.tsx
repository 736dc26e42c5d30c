import { useLingui } from '@lingui/react/macro'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import type { BetPlay } from '#features/play/controller/frame-play.ts'
import styles from '#features/play/play.module.css'

export function RefillButton({ play }: { play: BetPlay }) {
  const { t } = useLingui()
  const [refills, setRefills] = useState(0)
  if (!play.engine.demo) return null
  const refill = () => {
    setRefills(refills + 1)
    void play.refill()
  }
  return (
    <IconButton label={t`Refill the demo balance`} onClick={refill}>
      <RotateCcw key={refills} aria-hidden size={18} className={refills > 0 ? styles.turned : undefined} />
    </IconButton>
  )
}
