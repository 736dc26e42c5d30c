import { plinkoChance, type PlinkoRows } from '#rules/plinko/plinko.ts'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { useFormat } from '#i18n/use-format.ts'

export function useBucketText() {
  const { decimal } = useFormat()
  return {
    /** `5.6`, `10,000`. */
    pays: (multiplier: Multiplier) => decimal(`${multiplier / MULTIPLIER_SCALE}`, 0, 4),
    /** In percent: `22.56`, `0.0015`. */
    chance: (rows: PlinkoRows, bucket: number) =>
      decimal((plinkoChance(rows, bucket) * 100).toFixed(4), 2, 4),
  }
}
