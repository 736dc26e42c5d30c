import * as v from 'valibot'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { parseTypedNumber } from '#lib/typed-number.ts'
import { MinMultiplierSchema, type HistorySearch } from './history-search.ts'
import type { HistoryFilter } from '#features/play/play-engine.ts'

// Not in history-search.ts, which is part of the first load.

/** As fine as multipliers get. */
const MULTIPLIER_DECIMALS = 4

export const NO_FILTERS = {
  game: undefined,
  result: undefined,
  from: undefined,
  to: undefined,
  min: undefined,
  pair: undefined,
} as const satisfies Partial<HistorySearch>

export function countFilters({ game, result, from, to, min, pair }: HistorySearch): number {
  return [game, result, from, to, min, pair].filter((each) => each !== undefined).length
}

export const hasFilters = (search: HistorySearch): boolean => countFilters(search) > 0

/** @returns undefined for an empty field */
export function parseMinMultiplier(text: string): number | undefined | 'invalid' {
  if (text.trim() === '') return undefined
  const typed = parseTypedNumber(text, MULTIPLIER_DECIMALS)
  const value = typed === undefined ? Number.NaN : typed / MULTIPLIER_SCALE
  return v.is(MinMultiplierSchema, value) ? value : 'invalid'
}

/** Days are of the player's time zone. */
export function filterOf({ game, result, from, to, min, pair }: HistorySearch): HistoryFilter {
  return {
    game,
    result,
    from: from === undefined ? undefined : dayStart(from).getTime(),
    to: to === undefined ? undefined : dayStart(to, 1).getTime() - 1,
    minMultiplier: min === undefined ? undefined : Math.round(min * MULTIPLIER_SCALE),
    serverSeedHash: pair,
  }
}

/** Midnight at the start of a day, or of the one `later` days after it: days of 23 and 25 hours exist. */
function dayStart(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}
