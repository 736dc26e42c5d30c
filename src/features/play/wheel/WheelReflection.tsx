import { memo, useMemo, type CSSProperties, type Ref } from 'react'
import type { WheelRisk, WheelSegments } from '#rules/wheel/wheel.ts'
import styles from './wheel.module.css'
import { segmentTones } from './wheel-odds.ts'

interface WheelReflectionProps {
  ref: Ref<HTMLElement>
  segments: WheelSegments
  risk: WheelRisk
  angle: number
}

/** On the water: the colours of the wheel alone, which one gradient paints. */
export const WheelReflection = memo(function WheelReflection({
  ref,
  segments,
  risk,
  angle,
}: WheelReflectionProps) {
  // Each spin changes the angle alone.
  const colours = useMemo(() => {
    const share = 100 / segments
    return segmentTones({ segments, risk })
      .map((tone, segment) => `var(--tone-${tone}) ${segment * share}% ${(segment + 1) * share}%`)
      .join()
  }, [segments, risk])
  return (
    <div className={styles.reflection}>
      <i
        ref={ref}
        style={{ '--segments': `conic-gradient(${colours})`, rotate: `${angle}deg` } as CSSProperties}
      />
    </div>
  )
})
