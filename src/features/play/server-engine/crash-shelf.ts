import * as v from 'valibot'
import { CrashChainSchema, CrashRoundSchema } from '#contract/crash.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'

const STORED_AT = 'crash-last-rounds'

const ShelfSchema = v.object({ chain: CrashChainSchema, last: v.array(CrashRoundSchema) })

/** The last rounds and their chain as this device knows them: they can be read and verified without the server. */
export type CrashShelf = v.InferOutput<typeof ShelfSchema>

export const readCrashShelf = (): CrashShelf | undefined =>
  parseStored(ShelfSchema, browserStorage.get(STORED_AT)) ?? undefined

export const writeCrashShelf = (shelf: CrashShelf): void =>
  browserStorage.set(STORED_AT, JSON.stringify(shelf))
