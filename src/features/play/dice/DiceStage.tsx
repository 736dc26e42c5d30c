import type { CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { useStore } from '#lib/use-store.ts'
import { DiceSlider } from './DiceSlider.tsx'
import { useDicePlay } from './dice-play.ts'
import styles from './dice.module.css'

const MARKS = ['0', '25', '50', '75', '100']
const END = 10_000

/** The marker glides to the result before the figure appears. */
export function DiceStage() {
  const play = useDicePlay()
  const { moving, shown } = useStore(play.stage)
  const { hundredths } = usePlayFormat()
  const isInstant = useSnapshot(playPreferences).choices.instant
  const next = moving.at(-1)
  const marked = next ?? shown
  const isWon = shown && shown.payout > shown.stake
  return (
    <div className={styles.dice} data-moving={next ? '' : undefined}>
      <div className={styles.result} data-won={isWon || undefined}>
        <p className={styles.figure} data-won={isWon || undefined} data-empty={!shown || undefined}>
          <span key={isInstant ? undefined : shown?.id} className={`num ${styles.figureText}`} translate="no">
            {shown ? hundredths(shown.outcome) : '00.00'}
          </span>
        </p>
        <ResultLine bet={shown} />
      </div>
      <div className={styles.track}>
        <div className={styles.markerRail} aria-hidden>
          {marked ? (
            <div
              className={styles.marker}
              data-won={marked.payout > 0n || undefined}
              style={{ '--at': marked.outcome / END } as CSSProperties}
            >
              <svg viewBox="0 0 22 14" width="22" height="14">
                <path d="M3 3l8 8 8-8" />
              </svg>
            </div>
          ) : null}
        </div>
        <DiceSlider />
        <div className={`num ${styles.marks}`} aria-hidden translate="no">
          {MARKS.map((mark) => (
            <span key={mark}>{mark}</span>
          ))}
        </div>
      </div>
    </div>
  )
}
