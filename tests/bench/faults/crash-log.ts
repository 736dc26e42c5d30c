import type { CrashStatus } from '#contract/crash.ts'
import type { Queries } from './database-pair.ts'

/** A round's change to a state, by the database's clock. */
export interface Transition {
  readonly round: string
  readonly status: CrashStatus
  readonly epoch: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/**
 * Creates a schema that records when each round reached each state. It can also block a leader from writing the next
 * state, so that the leader can be killed in short states.
 */
export async function watchTransitions(db: Queries): Promise<void> {
  await db.query('create schema bench')
  await db.query('create table bench.hold (status text primary key)')
  await db.query(
    'create table bench.transition (round bigint, status text, epoch bigint, at timestamptz default clock_timestamp())',
  )
  await db.query(`create function bench.watch() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and exists (select from bench.hold where status = old.status) then
      perform pg_sleep(20);
    end if;
    insert into bench.transition (round, status, epoch) values (new.id, new.status, new.epoch);
    return new;
  end $$`)
  await db.query(
    'create trigger bench_begun before insert on crash_round for each row execute function bench.watch()',
  )
  await db.query(`create trigger bench_went_on before update on crash_round for each row
    when (new.status <> old.status) execute function bench.watch()`)
}

export const hold = (db: Queries, status: CrashStatus) =>
  db.query('insert into bench.hold values ($1) on conflict do nothing', [status])

/** True if a leader is blocked. */
export async function isHolding(db: Queries): Promise<boolean> {
  const { rows } = await db.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)
  return rows.length > 0
}

/** Ends the block; the blocked write is never done. */
export async function letGo(db: Queries): Promise<void> {
  await db.query('delete from bench.hold')
  await db.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)
}

export async function readTransitions(db: Queries): Promise<Transition[]> {
  const { rows } = await db.query<{ round: string; status: CrashStatus; epoch: string; at: string }>(
    `select round, status, epoch, extract(epoch from at) * 1000 as at from bench.transition order by at`,
  )
  return rows.map(({ round, status, epoch, at }) => ({
    round,
    status,
    epoch: Number(epoch),
    at: Number(at),
  }))
}
