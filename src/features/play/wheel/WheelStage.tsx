import { Trans } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { ResultLine } from '#features/play/controls/ResultLine.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useStore } from '#lib/use-store.ts'
import { topMultiplierOf } from '#rules/games.ts'
import { useShownSpin } from './use-shown-spin.ts'
import styles from './wheel.module.css'
import { WheelOddsList } from './WheelOddsList.tsx'
import { useWheelPlay } from './wheel-play.ts'
import { WheelRing } from './WheelRing.tsx'

export function WheelStage() {
  const play = useWheelPlay()
  const params = useStore(play.params)
  const { moving, shown } = useShownSpin()
  const { multiplier } = usePlayFormat()
  const most = multiplier(topMultiplierOf({ game: 'wheel', params }))
  return (
    <div className={styles.wheel} data-moving={moving ? true : undefined}>
      <div className={styles.face} style={{ '--segments': params.segments } as CSSProperties}>
        <WheelRing />
        {shown ? (
          <p
            key={shown.id}
            className={`num ${styles.figure}`}
            data-won={shown.payout > shown.stake || undefined}
            data-testid="wheel-figure"
            translate="no"
          >
            {multiplier(shown.multiplier)}
          </p>
        ) : (
          <p className={styles.promise}>
            <Trans>
              Up to{' '}
              <b className="num" translate="no">
                {most}
              </b>
            </Trans>
          </p>
        )}
      </div>
      <div className={styles.resultLine}>
        <ResultLine bet={shown} hasPlate />
      </div>
      <WheelOddsList />
    </div>
  )
}
