import { IS_CORE } from '../core.ts'

/** All random choices of a run derive from this number: `KOI_TEST_SEED=<n>` repeats them. */
export const TEST_SEED = Number(process.env['KOI_TEST_SEED'])

/**
 * Number of bets in a simulation of the server's engine. docs/measured.md reports `KOI_SIMULATED=1000000`, which takes
 * a quarter of an hour for each file.
 */
export const SIMULATED = Number(process.env['KOI_SIMULATED'] ?? 100_000)

/** All of them in the whole run; in `npm test` one in `oneIn`, chosen by the seed. */
export const someOf = <T>(all: readonly T[], oneIn: number): readonly T[] =>
  IS_CORE ? all.filter((_, index) => (index + TEST_SEED) % oneIn === 0) : all

/** Rethrows a failure with the seed in its message. */
export function failSayingSeed(error: unknown): never {
  if (error instanceof Error) {
    error.message += `\n\nThe same once more: KOI_TEST_SEED=${TEST_SEED}${IS_CORE ? ' KOI_TEST_CORE=1' : ''} npx vitest run <this file>`
  }
  throw error
}
