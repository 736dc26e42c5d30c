import { IS_CORE } from '../core.ts'

/** What a run chooses by chance follows from this number: `KOI_TEST_SEED=<n>` chooses the same again. */
export const TEST_SEED = Number(process.env['KOI_TEST_SEED'])

/**
 * Size of a simulation of the server's engine. `KOI_SIMULATED=1000000` is what docs/measured.md reports: it takes a
 * quarter of an hour for each file.
 */
export const SIMULATED = Number(process.env['KOI_SIMULATED'] ?? 100_000)

/** All of them in the whole run; in `npm test` one in so many, and which ones follows from the seed. */
export const someOf = <T>(all: readonly T[], oneIn: number): readonly T[] =>
  IS_CORE ? all.filter((_, index) => (index + TEST_SEED) % oneIn === 0) : all

/** Rethrows a failure with the seed in what it says. */
export function failSayingSeed(error: unknown): never {
  if (error instanceof Error) {
    error.message += `\n\nThe same once more: KOI_TEST_SEED=${TEST_SEED}${IS_CORE ? ' KOI_TEST_CORE=1' : ''} npx vitest run <this file>`
  }
  throw error
}
