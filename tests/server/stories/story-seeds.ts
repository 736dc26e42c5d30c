import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Has server seeds follow from a number, so that the same walk meets the same results. All else stays random.
 * @returns ends it
 */
export function drawServerSeedsFrom(seed: number): () => void {
  const real = crypto.randomBytes
  let drawn = 0
  const chosen = (size: number) => {
    if (!new Error().stack?.includes('drawServerSeed')) return real(size)
    drawn += 1
    return createHash('sha256').update(`${seed} ${drawn}`).digest().subarray(0, size)
  }
  const replace = (randomBytes: typeof crypto.randomBytes) => {
    crypto.randomBytes = randomBytes
    syncBuiltinESMExports()
  }
  replace(chosen)
  return () => replace(real)
}
