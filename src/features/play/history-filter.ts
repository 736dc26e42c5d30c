import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import type { HistorySearch } from './history-search.ts'
import type { HistoryFilter } from './play-engine.ts'

/** What the engine is asked for, in the player's time zone. */
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
