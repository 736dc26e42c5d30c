import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

export interface JobState {
  /** Fencing token of this process's run; null if the job is not due or another process runs it. */
  readonly epoch: string | null
  readonly result: unknown
  readonly waitMs: number
}

interface JobTimes {
  /** No other process takes the job within this time; longer work renews it with `holdJob`. */
  readonly leaseMs: number
  /** Longest pause: a due time further away comes from a wrong clock. */
  readonly longestMs: number
}

const inMs = (ms: number) => sql<Date>`clock_timestamp() + ${`${ms} milliseconds`}::interval`

export async function takeJob(
  db: Database,
  name: string,
  { leaseMs, longestMs }: JobTimes,
): Promise<JobState> {
  const taken = await sql<{ epoch: string; result: unknown }>`
    insert into job (name, epoch, held_until, due_at)
    values (${name}, 1, ${inMs(leaseMs)}, clock_timestamp())
    on conflict (name) do update set epoch = job.epoch + 1, held_until = excluded.held_until
    where (job.due_at <= clock_timestamp() or job.due_at > ${inMs(longestMs)})
      and (job.held_until is null or job.held_until <= clock_timestamp() or job.held_until > ${inMs(leaseMs)})
    returning epoch, result`.execute(db)
  const [mine] = taken.rows
  if (mine) return { epoch: mine.epoch, result: mine.result, waitMs: 0 }
  const { rows } = await sql<{ result: unknown; wait: string }>`
    select result,
      extract(epoch from greatest(due_at, held_until) - clock_timestamp()) * 1000 as wait
    from job where name = ${name}`.execute(db)
  const waitMs = Math.min(Math.max(0, Math.ceil(Number(rows[0]?.wait ?? 0))), longestMs)
  return { epoch: null, result: rows[0]?.result ?? null, waitMs }
}

/**
 * Renews the lease from now on.
 * @returns true if the job is still this process's
 */
export async function holdJob(db: Database, name: string, epoch: string, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ held_until: inMs(leaseMs) })
    .where('name', '=', name)
    .where('epoch', '=', epoch)
    .where('held_until', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Longer work counts as hung: another process may try. */
const LONGEST_WORK_MS = 15 * 60_000

export const whileHeld = <T>(
  db: Database,
  { name, epoch, leaseMs }: { readonly name: string; readonly epoch: string; readonly leaseMs: number },
  work: () => Promise<T>,
): Promise<T> => whileRenewed(() => holdJob(db, name, epoch, leaseMs), leaseMs, work)

/**
 * As `whileHeld`, for any lease.
 * @param renew returns true if the lease is still this process's
 */
export async function whileRenewed<T>(
  renew: () => Promise<boolean>,
  leaseMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + LONGEST_WORK_MS
  const hold = async () => {
    if (performance.now() > until) return clearInterval(holding)
    // The next renewal makes up for a failed one.
    const isOurs = await renew().catch(() => true)
    if (!isOurs) clearInterval(holding)
  }
  const holding = setInterval(() => void hold(), leaseMs / 3)
  try {
    return await work()
  } finally {
    clearInterval(holding)
  }
}

/**
 * Ends the run and stores its result; undefined keeps the earlier result.
 * @returns true if the job was still this process's; otherwise nothing changes
 */
export async function endJob(
  db: Database,
  name: string,
  epoch: string,
  { pauseMs, result }: { readonly pauseMs: number; readonly result?: unknown },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({
      held_until: null,
      due_at: inMs(pauseMs),
      ...(result !== undefined && { result: JSON.stringify(result), done_at: sql<Date>`clock_timestamp()` }),
    })
    .where('name', '=', name)
    .where('epoch', '=', epoch)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
