import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** More than a round can have events that its leader has not written down. */
const SEQ_GAP = 1_000_000

/**
 * Takes the lead if no process has it, or its holder missed the lease, and with it the round that goes on: the earlier
 * leader cannot write to it any more. The round keeps when its first lost leader was last heard, however often it is
 * taken over.
 * @returns the epoch of the lead; null if another process has it
 */
export async function takeLead(db: Database, holder: string, leaseMs: number): Promise<string | null> {
  const { rows } = await sql<{ epoch: string }>`
    with known as (select beat_at, holder from crash_leader for update),
    taken as (
      update crash_leader set epoch = epoch + 1, holder = ${holder}, beat_at = clock_timestamp()
      from known
      where known.holder is null or known.beat_at < clock_timestamp() - ${`${leaseMs} milliseconds`}::interval
      returning crash_leader.epoch, known.beat_at as before
    ),
    adopted as (
      update crash_round
      set epoch = taken.epoch, seq = seq + ${SEQ_GAP}, unheard_at = coalesce(unheard_at, taken.before)
      from taken
      where status not in ('settled', 'void')
    )
    select epoch from taken`.execute(db)
  const [taken] = rows
  return taken ? String(taken.epoch) : null
}

/** Renews the lease. @returns false if another process has the lead by now */
export async function beatLead(db: Database, epoch: string): Promise<boolean> {
  const { rows } = await sql`
    update crash_leader set beat_at = clock_timestamp() where epoch = ${epoch} and holder is not null
    returning epoch`.execute(db)
  return rows.length > 0
}

/** Otherwise the next leader would wait for the lease to run out. */
export async function leaveLead(db: Database, epoch: string): Promise<void> {
  await db.updateTable('crash_leader').set({ holder: null }).where('epoch', '=', epoch).execute()
}
