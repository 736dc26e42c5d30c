import * as v from 'valibot'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import type { BetGame } from '#features/play/play-engine.ts'
import { isSharedGame } from '#rules/play-games.ts'
import { isPlayGame } from '#rules/games.ts'
import { isAutoPlayEnd } from './auto-play-end-words.ts'
import { isPlayErrorCode } from '#features/play/play-error-message.ts'
import { StoredUnitsSchema } from '#features/play/session/stored-units.ts'

const KEY = 'auto-play-log'
const LOG_LIMIT = 20

const isGame = (text: string): text is BetGame => isPlayGame(text) || isSharedGame(text)
const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))
const EntrySchema = v.object({
  id: v.string(),
  game: v.pipe(v.string(), v.guard(isGame)),
  /** When it ended, in milliseconds since 1970. */
  at: CountSchema,
  bets: CountSchema,
  /** In the smallest unit of the coin. */
  net: StoredUnitsSchema,
  coin: v.object({ coin: v.string(), symbol: v.string(), decimals: CountSchema, isDemo: v.boolean() }),
  end: v.pipe(v.string(), v.guard(isAutoPlayEnd)),
  condition: v.optional(CountSchema),
  error: v.optional(v.pipe(v.string(), v.guard(isPlayErrorCode))),
})
export type AutoPlayLogEntry = v.InferOutput<typeof EntrySchema>

function readLog(): readonly AutoPlayLogEntry[] {
  return parseStored(v.array(EntrySchema), browserStorage.get(KEY)) ?? []
}

const log = createStore<readonly AutoPlayLogEntry[]>(readLog())

/** The latest runs on this device, the newest first. */
export const autoPlayLog: ReadableStore<readonly AutoPlayLogEntry[]> = log

/** The same id again replaces its entry: the last bet of a run may settle after the run has ended. */
export function logAutoPlay(entry: AutoPlayLogEntry): void {
  // Other tabs write to the same key.
  const others = readLog().filter(({ id }) => id !== entry.id)
  const entries = [entry, ...others].slice(0, LOG_LIMIT)
  log.set(entries)
  browserStorage.set(
    KEY,
    JSON.stringify(entries, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  )
}
