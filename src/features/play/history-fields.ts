import * as v from 'valibot'
import { MinMultiplierSchema, type HistorySearch } from './history-search.ts'

// Apart from the search itself, which the first load carries.

export const NO_FILTERS = {
  game: undefined,
  result: undefined,
  from: undefined,
  to: undefined,
  min: undefined,
  pair: undefined,
} as const satisfies Partial<HistorySearch>

/** How many filters are set. */
export function countFilters({ game, result, from, to, min, pair }: HistorySearch): number {
  return [game, result, from, to, min, pair].filter((each) => each !== undefined).length
}

export const hasFilters = (search: HistorySearch): boolean => countFilters(search) > 0

/** Reads the multiplier field; undefined when it is empty. A comma is taken as the point of many languages. */
export function parseMinMultiplier(text: string): number | undefined | 'invalid' {
  const typed = text.normalize('NFKC').replace(/[,。]/, '.').replace(/[x×]$/i, '').trim()
  if (typed === '') return undefined
  const value = /^\d*\.?\d*$/.test(typed) ? Number(typed) : Number.NaN
  return v.is(MinMultiplierSchema, value) ? value : 'invalid'
}
