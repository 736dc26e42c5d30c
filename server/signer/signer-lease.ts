import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Another process has taken the lease. The current transaction must roll back. */
export class SignerReplacedError extends Error {
  override readonly name = 'SignerReplacedError'
}

/** Allows one process at a time to sign for a chain. Expires after some seconds unless renewed. */
export interface SignerLease {
  readonly holder: string
  /** False if another process holds it. */
  take(address: string): Promise<boolean>
  /** Locks the lease until the end of the transaction. Call it before any write. @throws SignerReplacedError */
  hold(trx: Database): Promise<void>
  release(): Promise<void>
}

/** @param holder a UUID, unique for each process */
export function createSignerLease(db: Database, chain: string, holder: string, leaseMs: number): SignerLease {
  // Uses the database's clock, which all processes share.
  const now = sql<Date>`clock_timestamp()`
  const until = sql<Date>`clock_timestamp() + ${leaseMs / 1_000} * interval '1 second'`
  return {
    holder,
    async take(address) {
      const taken = { address, holder, held_until: until, seen_at: now }
      const row = await db
        .insertInto('signer')
        .values({ chain, ...taken })
        .onConflict((conflict) =>
          conflict
            .column('chain')
            .doUpdateSet(taken)
            .where((where) =>
              where.or([where('signer.holder', '=', holder), where('signer.held_until', '<', now)]),
            ),
        )
        .returning('chain')
        .executeTakeFirst()
      return row !== undefined
    },
    async hold(trx) {
      const row = await trx
        .selectFrom('signer')
        .select('holder')
        .where('chain', '=', chain)
        .forUpdate()
        .executeTakeFirst()
      if (row?.holder !== holder) throw new SignerReplacedError(`Another process signs for ${chain}`)
    },
    async release() {
      await db
        .updateTable('signer')
        .set({ held_until: now })
        .where('chain', '=', chain)
        .where('holder', '=', holder)
        .execute()
    },
  }
}
