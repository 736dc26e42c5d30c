import { KENO_NUMBERS, KENO_PICK_COUNTS, kenoHits } from '#rules/keno/keno.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { TimedTone } from '#features/play/session/play-sound.ts'

/** Numbers side by side, and one below the other. */
export const KENO_COLUMNS = 8
export const KENO_ROWS = KENO_NUMBERS / KENO_COLUMNS
export const KENO_MOST_PICKS = Math.max(...KENO_PICK_COUNTS)

/** One after the other; with the last ball's own time all ten are there after 560 ms. */
export const KENO_BALL_EVERY_MS = 42
export const KENO_DRAW_MS = 560

/** A ball on a number: drawn without being picked, or both. */
export type Ball = 'miss' | 'hit'

/** The ball of a number and its place in the draw, from 0; undefined of a number that was not drawn. */
export function ballOf(
  bet: Pick<SettledBet<'keno'>, 'outcome' | 'params'> | undefined,
  number: number,
): { ball: Ball; place: number } | undefined {
  const place = bet?.outcome.indexOf(number) ?? -1
  if (!bet || place < 0) return undefined
  return { ball: bet.params.picks.includes(number) ? 'hit' : 'miss', place }
}

/** Picks with one number more or less, lowest first; the same picks when there are as many as can be. */
export function withToggledPick(picks: readonly number[], number: number): readonly number[] {
  if (picks.includes(number)) return picks.filter((pick) => pick !== number)
  return picks.length < KENO_MOST_PICKS ? [...picks, number].sort((a, b) => a - b) : picks
}

/** So many different numbers, each as likely as the others, lowest first. What is drawn does not depend on them. */
export function randomPicks(count: number, random: () => number = Math.random): readonly number[] {
  const left = Array.from({ length: KENO_NUMBERS }, (_, number) => number)
  const picks = Array.from(
    { length: count },
    () => left.splice(Math.floor(random() * left.length), 1)[0] ?? 0,
  )
  return picks.sort((a, b) => a - b)
}

/** In hertz: a hit, one step up for each hit before it, and any other ball. */
const HIT_TONES = [523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1174.66, 1318.51, 1567.98, 1760] as const
const MISS_TONE = 261.63

/** A tone for each ball, as it falls. */
export function kenoTones({ outcome, params }: SettledBet<'keno'>): readonly TimedTone[] {
  const hits = kenoHits(params, outcome)
  return outcome.map((number, place) => ({
    atMs: place * KENO_BALL_EVERY_MS,
    hertz: HIT_TONES[hits.indexOf(number)] ?? MISS_TONE,
  }))
}
