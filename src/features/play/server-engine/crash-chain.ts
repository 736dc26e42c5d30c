import * as v from 'valibot'
import type { ApiClient } from '#api/api-client.ts'
import { CrashChainSchema, CrashRoundSchema, getCrashChain } from '#contract/crash.ts'
import type { CrashChainFacts, CrashView } from '#features/play/crash-table.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import type { WritableStore } from '#lib/store.ts'
import type { KnownTable } from './crash-events.ts'

const STORED_AT = 'crash-last-rounds'

const ShelfSchema = v.object({ chain: CrashChainSchema, last: v.array(CrashRoundSchema) })

/** The last rounds and their chain are kept on the device: they can be read and verified without the server. */
export type CrashShelf = v.InferOutput<typeof ShelfSchema>

export const readCrashShelf = (): CrashShelf | undefined =>
  parseStored(ShelfSchema, browserStorage.get(STORED_AT)) ?? undefined

export const writeCrashShelf = (shelf: CrashShelf): void =>
  browserStorage.set(STORED_AT, JSON.stringify(shelf))

/** The last round takes the place of the one that is not known. */
export function viewOfShelf({ last }: { readonly last: CrashView['last'] }): CrashView | undefined {
  const [newest] = last
  return (
    newest && {
      mine: [],
      last,
      latency: null,
      voids: 0,
      round: { ...newest, locksAt: null, listed: [] },
    }
  )
}

export interface FollowedChain {
  readonly call: ApiClient['call']
  readonly chain: WritableStore<CrashChainFacts | undefined>
  /** The chain as the server told it last. */
  published: CrashShelf['chain'] | undefined
  known: KnownTable | undefined
}

/** Asks for the chain; a failure changes nothing. */
export async function refreshChain(table: FollowedChain): Promise<void> {
  try {
    publish(table, await table.call(getCrashChain))
  } catch {
    // It is asked for again with the next round, or the next measurement of the clock.
  }
}

/** Counts the round into its chain, or asks for the chain if it is another one. */
export function countIntoChain(table: FollowedChain, { round }: CrashView): void {
  const { published } = table
  if (published?.lastHash === round.chain) publish(table, { ...published, played: round.game })
  else void refreshChain(table)
}

function publish(table: FollowedChain, chain: CrashShelf['chain']): void {
  table.published = chain
  table.chain.set(chainFacts(chain))
  if (table.known) writeCrashShelf({ chain, last: [...table.known.view.last] })
}

export const chainFacts = ({ successor, earlier, ...chain }: CrashShelf['chain']): CrashChainFacts => ({
  ...chain,
  others: [...(successor ? [successor] : []), ...earlier].map(({ lastHash }) => lastHash),
})
