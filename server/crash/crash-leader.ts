import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** The process that leads, as long as it is heard of. */
export interface Lease {
  readonly epoch: string
  /** When the leader before was heard of last, in milliseconds since the epoch. */
  readonly before: number
}

/** Takes the lead where nobody has it, or who has it was not heard of for so long; null otherwise. */
export async function takeLead(db: Database, holder: string, leaseMs: number): Promise<Lease | null> {
  const { rows } = await sql<{ epoch: string; before: string }>`
    with known as (select beat_at, holder from crash_leader for update)
    update crash_leader set epoch = epoch + 1, holder = ${holder}, beat_at = clock_timestamp()
    from known
    where known.holder is null or known.beat_at < clock_timestamp() - ${`${leaseMs} milliseconds`}::interval
    returning crash_leader.epoch, (extract(epoch from known.beat_at) * 1000)::text as before`.execute(db)
  const [taken] = rows
  return taken ? { epoch: String(taken.epoch), before: Number(taken.before) } : null
}

/** Says that the leader is there. False when another one has the lead by now. */
export async function beatLead(db: Database, epoch: string): Promise<boolean> {
  const { rows } = await sql`
    update crash_leader set beat_at = clock_timestamp() where epoch = ${epoch} and holder is not null
    returning epoch`.execute(db)
  return rows.length > 0
}

/** Gives the lead back, so that nobody has to wait until it runs out. */
export async function leaveLead(db: Database, epoch: string): Promise<void> {
  await db.updateTable('crash_leader').set({ holder: null }).where('epoch', '=', epoch).execute()
}
