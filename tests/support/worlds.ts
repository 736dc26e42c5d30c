import { it } from 'vitest'
import { IS_CORE } from '../core.ts'
import { TEST_SEED } from './test-seed.ts'

// Short worlds of a chain, each derived from its seed.

const WORLDS = Number(process.env['KOI_WORLDS'] ?? (IS_CORE ? 100 : 1_000))
/** Number of TRON worlds in a run. */
export const TRON_WORLDS = Math.ceil(WORLDS / 3)
export const EVM_WORLDS = Math.max(WORLDS - TRON_WORLDS, 1)
/** The seed of a single world to play and print. */
const ASKED = process.env['KOI_WORLD']
/** Number of worlds in one test, so that a run shows progress. */
const A_TEST = 25
/** Number of parallel worlds: each mostly waits for the database. */
const LANES = 6

/** https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function randomFrom(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    chance: (part: number) => next() < part,
    pick: <T>(all: readonly T[]): T => all[below(all.length)] as T,
    hex: (bytes: number) =>
      `0x${Array.from({ length: bytes }, () => below(256).toString(16).padStart(2, '0')).join('')}`,
  }
}
export type Random = ReturnType<typeof randomFrom>

/** Prints the events of the single world. */
export function tell(said: unknown): void {
  if (ASKED !== undefined) console.log(JSON.stringify(said))
}

/**
 * Plays worlds. `KOI_WORLDS=<n>` sets their number; `KOI_WORLD=<seed>` plays one and prints its events.
 * @param found seeds of worlds that a fault was found in
 */
export function playWorlds(
  count: number,
  play: (seed: number) => Promise<void>,
  found: readonly number[] = [],
): void {
  if (ASKED !== undefined) {
    it('agree in the requested world', () => play(Number(ASKED)))
    return
  }
  it.each(found)('agree in world %i, where they once differed', { timeout: 120_000 }, (seed) => play(seed))
  for (let first = 0; first < count; first += A_TEST) {
    const last = Math.min(first + A_TEST, count) - 1
    it(`agree at the end of worlds ${first} to ${last} of a run`, { timeout: 600_000 }, async () => {
      const failures: unknown[] = []
      let next = first
      const lane = async () => {
        while (next <= last && failures.length === 0) {
          // A change must pass the same worlds each time; the whole run plays others.
          const seed = ((IS_CORE ? 7 : TEST_SEED) * 10_007 + next++) % 2 ** 31
          await play(seed).catch((error: unknown) => {
            if (error instanceof Error) error.message = `World ${seed} (KOI_WORLD=${seed}): ${error.message}`
            failures.push(error)
          })
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      if (failures.length > 0) throw failures[0]
    })
  }
}
