import { useLingui } from '@lingui/react/macro'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import type { Play } from '#features/play/controller/play-controller.ts'
import styles from '#features/play/play.module.css'

/** A play that fills a demonstration's balance up. */
export type Refillable = Pick<Play, 'engine' | 'refill'>

/** Fills the practice balance up again, at any time. */
export function RefillButton({ play }: { play: Refillable }) {
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
