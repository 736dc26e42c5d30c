import { memo, useLayoutEffect, useRef } from 'react'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { GIFT_WHEEL_PARTS, PART_COUNT } from '#rules/gift-wheel/gift-wheel-parts.ts'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import styles from './gift-wheel.module.css'
import { standingAngle, turningWay, WHEEL_EASING, WHEEL_TURN_MS } from './wheel-motion.ts'
import { rankOf } from './wheel-prizes.ts'

interface WheelDrawingProps {
  /** Under the pointer, or where the turn ends. */
  part: number
  isTurning: boolean
  /** The part under the pointer is the result that is told beside it. */
  isResult: boolean
}

const RIM = 84
const HUB = 27
const BULBS = Array.from({ length: PART_COUNT }, (_, bulb) => pointAt(92.5, (bulb + 0.5) / PART_COUNT))

function pointAt(radius: number, turn: number): { x: number; y: number } {
  const angle = turn * 2 * Math.PI
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) }
}

function partPath(from: number, to: number): string {
  const at = (radius: number, turn: number) => {
    const { x, y } = pointAt(radius, turn)
    return `${x.toFixed(3)} ${y.toFixed(3)}`
  }
  return `M${at(RIM, from)}A${RIM} ${RIM} 0 0 1 ${at(RIM, to)}L${at(HUB, to)}A${HUB} ${HUB} 0 0 0 ${at(HUB, from)}Z`
}

/** The browser animates the turn: nothing is rendered in between. Its result is said beside it. */
export function WheelDrawing({ part, isTurning, isResult }: WheelDrawingProps) {
  const discRef = useRef<HTMLDivElement>(null)
  const standsAt = useRef(0)
  const angle = standingAngle(part, PART_COUNT)
  useLayoutEffect(() => {
    const way = turningWay(standsAt.current, angle)
    standsAt.current = angle
    if (!isTurning) return
    const motion = discRef.current?.animate(
      { rotate: [`${angle - way}deg`, `${angle}deg`] },
      { duration: WHEEL_TURN_MS, easing: WHEEL_EASING },
    )
    return () => motion?.cancel()
  }, [isTurning, angle])
  const half = 0.5 / PART_COUNT
  return (
    <div className={styles.wheel} data-turning={isTurning || undefined} aria-hidden>
      <div
        ref={discRef}
        className={styles.disc}
        style={{ rotate: `${angle}deg` }}
        data-testid="gift-wheel-disc"
      >
        <Disc />
      </div>
      <svg className={styles.frame} viewBox="-100 -100 200 200">
        <defs>
          <linearGradient id="gift-wheel-gold" x1=".1" x2=".8" y2="1">
            <stop stopColor="#fff0b4" />
            <stop offset=".42" stopColor="#e5a930" />
            <stop offset=".7" stopColor="#ffdc7e" />
            <stop offset="1" stopColor="#93600d" />
          </linearGradient>
        </defs>
        {isResult && !isTurning ? <path className={styles.landed} d={partPath(-half, half)} /> : null}
        <g fill="none">
          <circle r="92.5" stroke="url(#gift-wheel-gold)" strokeWidth="14" />
          <circle r="99.2" stroke="#7a4d08" strokeWidth="1" />
          <circle r="85.2" stroke="#7a4d08" strokeWidth="1.2" />
          <circle r={HUB} fill="#101a22" stroke="url(#gift-wheel-gold)" strokeWidth="5" />
        </g>
        {BULBS.map(({ x, y }, bulb) => (
          <circle key={bulb} cx={x} cy={y} r="2.1" className={styles.bulb} />
        ))}
        <path className={styles.pointer} d="M0-79 9.5-100Q11-104 7-104H-7Q-11-104-9.5-100Z" />
      </svg>
      <span className={styles.hub}>
        <KoiLogo size={100} />
      </span>
    </div>
  )
}

/** The words lie over the drawing, because text inside it would be laid out again during the turn. */
const Disc = memo(function Disc() {
  return (
    <>
      <svg viewBox="-100 -100 200 200">
        {GIFT_WHEEL_PARTS.map((multiplier, part) => (
          <path
            key={part}
            className={styles.part}
            data-rank={rankOf(multiplier)}
            d={partPath(part / PART_COUNT, (part + 1) / PART_COUNT)}
          />
        ))}
      </svg>
      {GIFT_WHEEL_PARTS.map((multiplier, part) => (
        <span key={part} className={styles.ray} style={{ rotate: `${((part + 0.5) * 360) / PART_COUNT}deg` }}>
          <span className={`num ${styles.word}`} data-rank={rankOf(multiplier)} translate="no">
            {WORDS.get(multiplier) ?? `${multiplier / MULTIPLIER_SCALE}×`}
          </span>
        </span>
      ))}
    </>
  )
})

/** Short, for the narrow parts. */
const WORDS: ReadonlyMap<Multiplier, string> = new Map([
  [2_500, '¼'],
  [5_000, '½'],
])
