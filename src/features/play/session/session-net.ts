import * as v from 'valibot'
import { parseStored } from '#lib/parse-stored.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import type { Coin } from '#features/play/play-engine.ts'
import { StoredUnitsSchema } from './stored-units.ts'

const KEY = 'session-net'

export interface SessionNet extends Coin {
  /** Won or lost, in the coin's smallest unit. */
  readonly net: bigint
}

const StoredSchema = v.array(
  v.object({
    coin: v.string(),
    symbol: v.string(),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0)),
    isDemo: v.boolean(),
    net: StoredUnitsSchema,
  }),
)

const nets = createStore<readonly SessionNet[]>(parseStored(StoredSchema, tabStorage.get(KEY)) ?? [])
// Written when the page goes, not with every bet.
globalThis.addEventListener?.('pagehide', () =>
  tabStorage.set(KEY, JSON.stringify(nets.get().map((each) => ({ ...each, net: `${each.net}` })))),
)

/** Results over all games by coin. Unlike the statistics they cannot be reset. */
export const sessionNets: ReadableStore<readonly SessionNet[]> = nets

export function addToSessionNet({ coin, symbol, decimals, isDemo }: Coin, units: bigint): void {
  const known = nets.get()
  const before = known.find((each) => each.coin === coin)
  const net = { coin, symbol, decimals, isDemo, net: (before?.net ?? 0n) + units }
  nets.set(before ? known.map((each) => (each === before ? net : each)) : [...known, net])
}
