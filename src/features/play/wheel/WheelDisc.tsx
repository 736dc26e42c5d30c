import { memo } from 'react'
import { wheelMultipliers, type WheelRisk, type WheelSegments } from '#rules/wheel/wheel.ts'
import { RIM, rimPins, ringPart, WHEEL_RADIUS } from './wheel-drawing.ts'
import { segmentTones } from './wheel-odds.ts'
import styles from './wheel.module.css'
import { useWheelText } from './use-wheel-text.ts'

interface WheelDiscProps {
  segments: WheelSegments
  risk: WheelRisk
}

/** The texts lie over the drawing, because text inside it would be laid out again during the turn. */
export const WheelDisc = memo(function WheelDisc({ segments, risk }: WheelDiscProps) {
  const { pays } = useWheelText()
  const multipliers = wheelMultipliers({ segments, risk })
  const tones = segmentTones({ segments, risk })
  const reach = WHEEL_RADIUS
  return (
    <>
      <svg className={styles.disc} viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}>
        <circle className={styles.rim} r={RIM + 1} />
        {tones.map((tone, segment) => (
          <path
            key={segment}
            data-tone={tone}
            className={styles.segment}
            d={ringPart(segment / segments, (segment + 1) / segments)}
          />
        ))}
        <path className={styles.pins} d={rimPins(segments)} />
      </svg>
      {multipliers.map((multiplier, segment) =>
        multiplier > 0 ? (
          <span
            key={segment}
            className={styles.ray}
            style={{ rotate: `${((segment + 0.5) * 360) / segments}deg` }}
          >
            <span
              className={`num ${styles.word}`}
              translate="no"
              data-upright={segments === 10 || undefined}
              data-testid="wheel-word"
            >
              {pays(multiplier)}
            </span>
          </span>
        ) : null,
      )}
    </>
  )
})
