/** What a run chooses by chance follows from this number: `KOI_TEST_SEED=<n>` chooses the same again. */
export const TEST_SEED = Number(process.env['KOI_TEST_SEED'])

/** `npm run test:long`: all of the simulations and ten times the random calls; else a random tenth. */
export const IS_LONG = process.env['KOI_TEST_LONG'] === '1'

/** The tenths of a simulation that this run plays, counted from 0. */
export const TENTHS: readonly number[] = IS_LONG ? Array.from({ length: 10 }, (_, n) => n) : [TEST_SEED % 10]

/** Rethrows a failure with the seed in what it says. */
export function failSayingSeed(error: unknown): never {
  if (error instanceof Error) {
    error.message += `\n\nThe same once more: KOI_TEST_SEED=${TEST_SEED}${IS_LONG ? ' KOI_TEST_LONG=1' : ''} npx vitest run <this file>`
  }
  throw error
}
