import { Trans } from '@lingui/react/macro'
import { memo, type CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { useStore } from '#lib/use-store.ts'
import { DiceSlider } from './DiceSlider.tsx'
import { useDicePlay } from './dice-play.ts'
import styles from './dice.module.css'

const MARKS = (
  <div className={`num ${styles.marks}`} aria-hidden translate="no">
    {['0', '25', '50', '75', '100'].map((mark) => (
      <span key={mark}>{mark}</span>
    ))}
  </div>
)
const END = 10_000
/** Below it the koi leaps under the figure, which moves to the other side. */
export const FIGURE_MOVES_BELOW = 5_500

/** Rings glide over the water to the result before the figure appears. */
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
      <div
        className={styles.result}
        data-moved={(isWon && shown.outcome < FIGURE_MOVES_BELOW) || undefined}
        data-won={isWon || undefined}
      >
        <p className={styles.figure} data-won={isWon || undefined} data-empty={!shown || undefined}>
          <span key={isInstant ? undefined : shown?.id} className={`num ${styles.figureText}`} translate="no">
            {shown ? hundredths(shown.outcome) : '00.00'}
          </span>
        </p>
        <ResultLine bet={shown} hasPlate />
      </div>
      <div className={styles.track}>
        <Bound />
        <DiceSlider />
        {marked ? (
          <div className={styles.markerRail} aria-hidden>
            <div
              className={styles.marker}
              style={{ translate: `${(100 * marked.outcome) / END}% 0` }}
              data-won={marked.payout > 0n || undefined}
            />
          </div>
        ) : null}
        {MARKS}
      </div>
    </div>
  )
}

/** A result does not render it again. */
const Bound = memo(function Bound() {
  const { side, target } = useStore(useDicePlay().params)
  const { hundredths } = usePlayFormat()
  const bound = hundredths(target)
  return (
    <p className={`num ${styles.bound}`} style={{ '--target': target / END } as CSSProperties} aria-hidden>
      <span>{side === 'over' ? <Trans>over {bound}</Trans> : <Trans>under {bound}</Trans>}</span>
    </p>
  )
})
