import * as v from 'valibot'
import { NodeUnavailable } from './chain-node.ts'

/**
 * End of the year 9999, in milliseconds since the epoch. A faulty node may name a later time, which fits neither into
 * the database nor into an ISO date with a four-digit year.
 */
export const LAST_MOMENT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Milliseconds since the epoch. */
export const BlockMomentSchema = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(LAST_MOMENT_MS),
)

/** More than the clocks of servers differ. */
const MAX_CLOCK_SKEW_MS = 60 * 60_000

/**
 * Rejects a block from the future. Cursors and the expiry of transactions follow block times and never go back, so one
 * wrong answer would do lasting harm.
 * @throws NodeUnavailable
 */
export function rejectFutureBlock<T extends { readonly at: number }>(block: T, now: number): T {
  if (block.at <= now + MAX_CLOCK_SKEW_MS) return block
  const ahead = `The node has a block of ${new Date(block.at).toISOString()}`
  throw new NodeUnavailable(`${ahead}: its clock or this server's is wrong`)
}
