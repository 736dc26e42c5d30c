import * as v from 'valibot'
import { NodeUnavailable } from './chain-node.ts'

/**
 * The last moment that is written with four digits for its year, in milliseconds since the epoch: a node that
 * names a later one is mistaken, and neither the database nor anybody's list is to have it.
 */
export const LAST_MOMENT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** When a block was made, in milliseconds since the epoch. */
export const BlockMomentSchema = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(LAST_MOMENT_MS),
)

/** Far more than clocks of servers differ. */
const MAX_AHEAD_MS = 60 * 60_000

/**
 * A block that is made by now. What goes by the time of blocks (where a watcher goes on, when a transaction has
 * expired) never goes back: a node that is mistaken once must not decide it.
 * @throws NodeUnavailable
 */
export function madeByNow<T extends { readonly at: number }>(block: T, now: number): T {
  if (block.at <= now + MAX_AHEAD_MS) return block
  const ahead = `The node has a block of ${new Date(block.at).toISOString()}`
  throw new NodeUnavailable(`${ahead}: its clock or this server's is wrong`)
}
