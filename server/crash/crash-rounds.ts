import { sql, type RawBuilder, type Selectable, type UpdateObject } from 'kysely'
import type { CrashRound, CrashStatus } from '#contract/crash.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { CrashRoundTable, Database, Tables } from '#server/db/tables.ts'

export type CrashRow = Selectable<CrashRoundTable>

/** Another process leads by now, or the round is no longer where it was: nothing was written. */
export class NotLeadingError extends Error {
  override readonly name = 'NotLeadingError'
}

export const isOpen = ({ status }: Pick<CrashRow, 'status'>) => status !== 'settled' && status !== 'void'

export const newestRound = (db: Database): Promise<CrashRow | undefined> =>
  db.selectFrom('crash_round').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

export const readRound = (db: Database, id: string): Promise<CrashRow | undefined> =>
  db.selectFrom('crash_round').selectAll().where('id', '=', id).executeTakeFirst()

/** The newest first. @param after only older ones than this */
export const readEnded = (db: Database, limit: number, after?: string): Promise<CrashRow[]> =>
  db
    .selectFrom('crash_round')
    .selectAll()
    .where('status', 'in', ['settled', 'void'])
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** @param since milliseconds since the epoch */
export async function countVoids(db: Database, since: number): Promise<number> {
  const { n } = await db
    .selectFrom('crash_round')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('status', '=', 'void')
    .where('ended_at', '>', new Date(since))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Begins a round; its row is there before any stake. @throws NotLeadingError */
export function beginRound(
  db: Database,
  epoch: string,
  { chain, game, at }: { readonly chain: number; readonly game: number; readonly at: number },
): Promise<CrashRow> {
  return db.transaction().execute(async (trx) => {
    const leads = await trx
      .selectFrom('crash_leader')
      .select('epoch')
      .where('epoch', '=', epoch)
      .where('holder', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!leads) throw new NotLeadingError('Another process leads the rounds')
    return trx
      .insertInto('crash_round')
      .values({ chain, game, epoch, status: 'committed', begun_at: new Date(at) })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

export type RoundValues = Omit<UpdateObject<Tables, 'crash_round'>, 'epoch' | 'seq'>

/**
 * A moment from now, by the database's clock. A round's promises go by the one clock that all processes share, so that
 * a leader whose clock is wrong starts and ends no round at a wrong moment.
 */
export const momentIn = (ms: number): RawBuilder<Date> =>
  sql<Date>`date_trunc('milliseconds', clock_timestamp()) + ${`${ms} milliseconds`}::interval`

/** Writes the next state of a round, with the number of the event that tells of it. @throws NotLeadingError */
export async function writeRound(
  db: Database,
  { id, epoch, status, seq }: Pick<CrashRow, 'id' | 'epoch' | 'status' | 'seq'>,
  values: RoundValues,
): Promise<CrashRow> {
  const row = await db
    .updateTable('crash_round')
    .set({ ...values, seq: seq + 1 })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new NotLeadingError(`Round ${id} is led by another process`)
  return row
}

/**
 * Ends the betting: bets that are being written hold the row, and no bet is taken afterwards. The moment of the lock is
 * read once they are through.
 * @throws NotLeadingError
 */
export function lockRound(db: Database, row: CrashRow, values: RoundValues = {}): Promise<CrashRow> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('crash_round').select('id').where('id', '=', row.id).forUpdate().execute()
    return writeRound(trx, row, { ...values, status: 'locked', locked_at: momentIn(0) })
  })
}

/** The round that came with the lead. */
export function adoptedRound(db: Database, epoch: string): Promise<CrashRow | undefined> {
  return db
    .selectFrom('crash_round')
    .selectAll()
    .where('status', 'not in', ['settled', 'void'])
    .where('epoch', '=', epoch)
    .executeTakeFirst()
}

const CENTS = 10n ** 6n
/** @param units 10⁻⁸ dollars */
export function dollarsOf(units: bigint): string {
  const cents = toDecimal(units / CENTS, 2)
  const [whole = '0', fraction = ''] = cents.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

export interface Totals {
  readonly bets: number
  readonly staked: bigint
  readonly paid: bigint
}

const TOLD: readonly CrashStatus[] = ['crashed', 'settled', 'void']

/**
 * Hides the result until the crash.
 * @param chain the last hash of its chain
 * @param live sums of a round that goes on
 */
export function toCrashRound(row: CrashRow, chain: string, live?: Totals): CrashRound {
  const isTold = TOLD.includes(row.status)
  const sums =
    live && isOpen(row) ? live : { bets: row.bets, staked: BigInt(row.staked), paid: BigInt(row.paid) }
  return {
    id: String(row.id),
    game: row.game,
    chain,
    status: row.status,
    gameHash: isTold ? row.game_hash : null,
    salt: isTold ? row.salt : null,
    point: isTold && row.point !== null ? Number(row.point) / 100 : null,
    ...(row.locked_at && { lockedAt: row.locked_at.getTime() }),
    startAt: row.start_at?.getTime() ?? null,
    ...(isTold &&
      row.locked_at &&
      row.beacon_round !== null && {
        beacon: {
          lockedAt: row.locked_at.getTime(),
          round: Number(row.beacon_round),
          signature: row.beacon_signature,
        },
      }),
    bets: sums.bets,
    staked: dollarsOf(sums.staked),
    paid: dollarsOf(sums.paid),
  }
}
