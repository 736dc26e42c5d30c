import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Reading resumes here. Milliseconds since the epoch. */
export interface WatchPosition {
  readonly finalUntil: number
  readonly seenUntil: number
}

/** Omitted fields stay unchanged. */
export interface WatchProgress {
  readonly finalUntil?: number
  readonly seenUntil?: number
  readonly headBlock: number
  /** Block time, in milliseconds since the epoch. */
  readonly headAt?: number
  readonly finalBlock: number
}

/** The first reading of a chain begins this far back, because the clocks of chain and server differ. */
const FIRST_LOOK_BACK_MS = 10 * 60_000

/** Another process has taken the lease. The current transaction must roll back. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** Allows one process at a time to watch a chain. Expires after some seconds unless renewed. */
export interface ChainLease {
  /** The position if the lease is free or already ours; null while another process holds it. */
  take(now: number): Promise<WatchPosition | null>
  /** Must be the last statement of the holder's transaction. @throws LeaseLostError */
  advance(trx: Database, progress: WatchProgress): Promise<void>
  /** False if another process holds the lease. */
  renew(): Promise<boolean>
  /** Records a complete round. A round that always fails midway does not count as watching. */
  complete(at: number): Promise<void>
  release(): Promise<void>
}

/** @param holder a UUID, unique for each process */
export function createChainLease(db: Database, chain: string, holder: string, leaseMs: number): ChainLease {
  // Uses the database's clock, which all processes share.
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

  /** Inserts the chain's row; false if it exists. */
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

/** Positions never decrease. */
const later = (column: 'final_until' | 'seen_until', at: number) =>
  sql<Date>`greatest(${sql.ref(column)}, ${new Date(at)})`
