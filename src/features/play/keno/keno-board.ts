import { KENO_NUMBERS, KENO_PICK_COUNTS, kenoHits } from '#rules/keno/keno.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { TimedTone } from '#features/play/session/play-moments.ts'

export const KENO_COLUMNS = 8
export const KENO_ROWS = KENO_NUMBERS / KENO_COLUMNS
export const KENO_MOST_PICKS = Math.max(...KENO_PICK_COUNTS)

/** In ms. With the last ball's own time, all ten are visible after 560 ms. */
export const KENO_BALL_EVERY_MS = 42
export const KENO_DRAW_MS = 560

export type Ball = 'miss' | 'hit'

/**
 * The place in the draw counts from 0.
 * @returns undefined for a number that was not drawn
 */
export function ballOf(
  bet: Pick<SettledBet<'keno'>, 'outcome' | 'params'> | undefined,
  number: number,
): { ball: Ball; place: number } | undefined {
  const place = bet?.outcome.indexOf(number) ?? -1
  if (!bet || place < 0) return undefined
  return { ball: bet.params.picks.includes(number) ? 'hit' : 'miss', place }
}

/** Adds or removes a number, sorted. A number beyond the limit changes nothing. */
export function withToggledPick(picks: readonly number[], number: number): readonly number[] {
  if (picks.includes(number)) return picks.filter((pick) => pick !== number)
  return picks.length < KENO_MOST_PICKS ? [...picks, number].sort((a, b) => a - b) : picks
}

/** Different numbers, all equally likely, sorted. `random` does not affect the draw of the balls. */
export function randomPicks(count: number, random: () => number = Math.random): readonly number[] {
  const left = Array.from({ length: KENO_NUMBERS }, (_, number) => number)
  const picks = Array.from(
    { length: count },
    () => left.splice(Math.floor(random() * left.length), 1)[0] ?? 0,
  )
  return picks.sort((a, b) => a - b)
}

/** Frequencies in Hz: of a hit, raised by one step per earlier hit, and of a miss. */
const HIT_TONES = [523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1174.66, 1318.51, 1567.98, 1760] as const
const MISS_TONE = 261.63

export function kenoTones({ outcome, params }: SettledBet<'keno'>): readonly TimedTone[] {
  const hits = kenoHits(params, outcome)
  return outcome.map((number, place) => ({
    atMs: place * KENO_BALL_EVERY_MS,
    hertz: HIT_TONES[hits.indexOf(number)] ?? MISS_TONE,
  }))
}
