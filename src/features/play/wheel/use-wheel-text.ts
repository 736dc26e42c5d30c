import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { useFormat } from '#i18n/use-format.ts'

export function useWheelText() {
  const { decimal } = useFormat()
  return {
    /** `1.5`, `49.5`. */
    pays: (multiplier: Multiplier) => decimal(`${multiplier / MULTIPLIER_SCALE}`, 0, 4),
    /** `25%`, `3.33%`. */
    chance: (count: number, segments: number) => `${decimal(((count / segments) * 100).toFixed(2), 0, 2)}%`,
  }
}
