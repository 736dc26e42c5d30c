import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Another process signs for the chain now: this one must not write any more. */
export class SignerReplacedError extends Error {
  override readonly name = 'SignerReplacedError'
}

/** Lease to sign for one chain. It lasts some seconds and is renewed. */
export interface SignerLease {
  readonly holder: string
  take(address: string): Promise<boolean>
  /**
   * Call it in a transaction before its writes: no other signer can take over before the transaction ends.
   * @throws SignerReplacedError
   */
  hold(trx: Database): Promise<void>
  release(): Promise<void>
}

/** @param holder a UUID, unique for each process */
export function createSignerLease(db: Database, chain: string, holder: string, leaseMs: number): SignerLease {
  // By the database's clock, which is the same for all processes.
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
