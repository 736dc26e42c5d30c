import type { RandomStream } from '#fair/stream.ts'

const STEPS = 2 ** 32

/**
 * Floats as even as those of a bet, in the same steps of 2⁻³², from a fast generator (sfc32): for simulations, never for
 * a bet. One seed gives one sequence. https://pracrand.sourceforge.net
 */
export function createSimulatedStream(seed: number): RandomStream {
  let a = seed | 0
  let b = 0x9e3779b9 | 0
  let c = 0x243f6a88 | 0
  let counter = 1

  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / STEPS
  }
  // The first numbers would show the seed.
  for (let warmUp = 0; warmUp < 16; warmUp += 1) next()
  return { next, draws: [] }
}
