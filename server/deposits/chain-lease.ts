import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Where reading a chain goes on, in milliseconds since the epoch. */
export interface WatchPosition {
  readonly finalUntil: number
  readonly seenUntil: number
}

/** How far a round has come; what is left out stays as it is. */
export interface WatchProgress {
  readonly finalUntil?: number
  readonly seenUntil?: number
  readonly headBlock: number
  /** When it was made. */
  readonly headAt?: number
  readonly finalBlock: number
}

/** A chain read for the first time is read from so long ago, whatever the difference of its clock and ours. */
const FIRST_LOOK_BACK_MS = 10 * 60_000

/** Another process watches the chain by now: what this one was about to write is not written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** The right to watch one chain, which one process has at a time. It lasts for some seconds and is renewed. */
export interface ChainLease {
  /** The position, when the lease is free or held already; null while another process has it. */
  take(now: number): Promise<WatchPosition | null>
  /** To be called last in a transaction of the holder: moves the position, or undoes all. @throws LeaseLostError */
  advance(trx: Database, progress: WatchProgress): Promise<void>
  /** Holds it for longer, whatever the work is at. Whether this process has it. */
  renew(): Promise<boolean>
  /** Says that a round has come to its end: one that fails each time after its first blocks is no watching. */
  complete(at: number): Promise<void>
  /** Lets another process have it at once. */
  release(): Promise<void>
}

/** @param holder unique among processes, a UUID */
export function createChainLease(db: Database, chain: string, holder: string, leaseMs: number): ChainLease {
  // By the database's clock, which is the same for all of them.
  const until = sql<Date>`clock_timestamp() + ${leaseMs / 1_000} * interval '1 second'`

  const held = () => db.updateTable('chain_watch').where('chain', '=', chain).where('holder', '=', holder)

  const takeFree = () =>
    db
      .updateTable('chain_watch')
      .set({ holder, held_until: until })
      .where('chain', '=', chain)
      .where((where) =>
        where.or([
          where('holder', 'is', null),
          where('holder', '=', holder),
          where('held_until', '<', sql<Date>`clock_timestamp()`),
        ]),
      )
      .returning(['final_until', 'seen_until'])
      .executeTakeFirst()

  /** Whether nobody has read the chain before. */
  async function begin(now: number): Promise<boolean> {
    const known = await db.selectFrom('chain_watch').select('chain').where('chain', '=', chain).execute()
    if (known.length > 0) return false
    const first = await db
      .selectFrom('deposit_address')
      .select(({ fn }) => fn.min('created_at').as('at'))
      .where('chain', '=', chain)
      .executeTakeFirst()
    const at = new Date(Math.min(now, first?.at?.getTime() ?? now) - FIRST_LOOK_BACK_MS)
    await db
      .insertInto('chain_watch')
      .values({ chain, final_until: at, seen_until: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  }

  return {
    async take(now) {
      let row = await takeFree()
      if (!row && (await begin(now))) row = await takeFree()
      return row ? { finalUntil: row.final_until.getTime(), seenUntil: row.seen_until.getTime() } : null
    },

    async advance(trx, { finalUntil, seenUntil, headBlock, headAt, finalBlock }) {
      const { numUpdatedRows } = await trx
        .updateTable('chain_watch')
        .set({
          ...(finalUntil !== undefined && { final_until: later('final_until', finalUntil) }),
          ...(seenUntil !== undefined && { seen_until: later('seen_until', seenUntil) }),
          head_block: String(headBlock),
          ...(headAt !== undefined && { head_at: new Date(headAt) }),
          final_block: String(finalBlock),
          held_until: until,
        })
        .where('chain', '=', chain)
        .where('holder', '=', holder)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new LeaseLostError(`Another process watches ${chain}`)
    },

    async renew() {
      const { numUpdatedRows } = await held().set({ held_until: until }).executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async complete(at) {
      await held()
        .set({ checked_at: new Date(at) })
        .execute()
    },

    async release() {
      await held().set({ holder: null, held_until: null }).execute()
    },
  }
}

/** A position never goes back. */
const later = (column: 'final_until' | 'seen_until', at: number) =>
  sql<Date>`greatest(${sql.ref(column)}, ${new Date(at)})`
