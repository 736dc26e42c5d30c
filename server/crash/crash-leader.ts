import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** More than there can be events of a round that its leader has not written down. */
const SEQ_GAP = 1_000_000

/**
 * Takes the lead where nobody has it, or who has it was not heard of for so long, and with it the round that goes on:
 * whoever led it before writes nothing to it any more. The round keeps when the first leader that it lost was heard of
 * last, however often it is taken over.
 * @returns the epoch of the lead; null where another process has it
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
