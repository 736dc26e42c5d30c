import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Derives server seeds from a number, so that the same walk meets the same results. Everything else stays random.
 * @returns a function that restores random seeds
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
