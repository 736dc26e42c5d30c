import { memo } from 'react'
import { wheelMultipliers, type WheelRisk, type WheelSegments } from '#fair/wheel.ts'
import { RIM, ringPart, WHEEL_RADIUS, WORDS } from './wheel-drawing.ts'
import { wheelOdds } from './wheel-odds.ts'
import styles from './wheel.module.css'
import { useWheelText } from './use-wheel-text.ts'

/** The ring of segments, each with what it pays, read from the rim inwards. Segment 0 begins at the top. */
export const WheelDisc = memo(function WheelDisc({
  segments,
  risk,
}: {
  segments: WheelSegments
  risk: WheelRisk
}) {
  const { pays } = useWheelText()
  const tones = new Map(wheelOdds({ segments, risk }).map(({ multiplier, tone }) => [multiplier, tone]))
  const reach = WHEEL_RADIUS
  return (
    <svg className={styles.disc} viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}>
      <circle className={styles.rim} r={RIM + 1.5} />
      {wheelMultipliers({ segments, risk }).map((multiplier, segment) => (
        <g key={segment} data-tone={tones.get(multiplier)} className={styles.segment}>
          <path d={ringPart(segment / segments, (segment + 1) / segments)} />
          {multiplier > 0 ? (
            <text
              transform={`rotate(${((segment + 0.5) * 360) / segments}) translate(0 ${-WORDS})${
                segments > 10 ? ' rotate(-90)' : ''
              }`}
              data-upright={segments > 10 ? undefined : true}
            >
              {pays(multiplier)}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  )
})
