import { useRef, type CSSProperties } from 'react'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { useStore } from '#lib/use-store.ts'
import { useLimboPlay } from './limbo-play.ts'
import styles from './limbo.module.css'
import { useLimboClimb } from './use-limbo-climb.ts'

const NOTHING_YET = '0.00'

export function LimboStage() {
  const play = useLimboPlay()
  const { moving, shown } = useStore(play.stage)
  const { hundredths } = usePlayFormat()
  const stageRef = useRef<HTMLDivElement>(null)
  const figureRef = useRef<HTMLSpanElement>(null)
  const climbing = moving.at(-1)
  useLimboClimb({ bet: climbing, stageRef, figureRef })

  const marked = climbing ?? shown
  const isWon = !climbing && shown !== undefined && shown.payout > shown.stake
  const final = marked ? hundredths(marked.outcome) : NOTHING_YET
  // The font size fits the final figure, so that the layout is stable while it counts.
  const letters = { '--letters': final.length + 1 } as CSSProperties
  return (
    <div
      ref={stageRef}
      className={styles.limbo}
      data-moving={climbing ? '' : undefined}
      data-won={isWon || undefined}
    >
      <div className={styles.result}>
        <p
          className={`num ${styles.figure}`}
          style={letters}
          data-empty={!marked || undefined}
          translate="no"
        >
          {climbing ? <span key="climbing" ref={figureRef} /> : <span key="final">{final}</span>}
          <span className={styles.times}>×</span>
        </p>
        <ResultLine bet={shown} hasPlate />
      </div>
    </div>
  )
}
