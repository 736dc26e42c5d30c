import { useLayoutEffect, useRef, type CSSProperties } from 'react'
import type { SettledBet } from '#features/play/play-engine.ts'
import { LIMBO_CLIMB_MS, limboLevel, risingLevels } from './limbo-climb.ts'
import styles from './limbo.module.css'

interface LimboWaterProps {
  bet: SettledBet<'limbo'> | undefined
  isRising: boolean
}

export function LimboWater({ bet, isRising }: LimboWaterProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!bet || !isRising) return
    const levels = risingLevels(bet.outcome)
    const rise = ref.current?.animate(
      levels.map((level, step) => ({ translate: `0 ${(1 - level) * 100}%`, opacity: Math.min(step / 3, 1) })),
      { duration: LIMBO_CLIMB_MS },
    )
    return () => rise?.cancel()
  }, [bet, isRising])
  return (
    <div
      ref={ref}
      className={styles.water}
      style={{ '--level': bet ? limboLevel(bet.outcome) : 0 } as CSSProperties}
    >
      <svg className={styles.wave} viewBox="0 0 400 12" preserveAspectRatio="none">
        <path d="M0 6q25-8 50 0t50 0 50 0 50 0 50 0 50 0 50 0 50 0V12H0z" />
      </svg>
      <div className={styles.depth} />
    </div>
  )
}
