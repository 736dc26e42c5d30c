import { sql } from 'kysely'
import { withChecksum } from '#contract/evm-checksum.ts'
import type { WithdrawalDetail } from '#contract/operator/withdrawals.ts'
import type { EvmAddress } from '#contract/values.ts'
import { Refusal } from '#server/base/refusal.ts'
import { usdAt } from '#server/coins/convert-at.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database, WithdrawalRow as Stored } from '#server/db/tables.ts'
import { readRates } from '#server/rates/rates.ts'
import { isSealed } from '#server/withdrawals/withdrawal-seal.ts'
import { readPaid, readWon } from './player-sums.ts'
import type { ViewServices } from './view-services.ts'
import { toRows, type VotingConfig } from './withdrawal-list.ts'
import { readVotes } from './withdrawal-votes.ts'

const CENTS = 2
const DAY_MS = 24 * 60 * 60_000
const CHANGES_MS = 7 * DAY_MS
const MOST_SHARED = 50

type Services = Pick<ViewServices, 'db' | 'clock'> & {
  readonly secrets: Pick<ViewServices['secrets'], 'hash'>
  readonly config: VotingConfig
}

/** @throws Refusal `not_found` */
export async function readWithdrawalToReview(services: Services, id: string): Promise<WithdrawalDetail> {
  const { db, secrets, clock } = services
  const stored = await db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst()
  const [row] = stored ? await toRows(services, [stored]) : []
  if (!stored || !row) throw new Refusal('not_found', 'There is no such withdrawal')
  const { decimals } = await db
    .selectFrom('coin')
    .select('decimals')
    .where('id', '=', stored.coin)
    .executeTakeFirstOrThrow()
  const sent = await db
    .selectFrom('withdrawal_transaction')
    .select('tx_id')
    .where('withdrawal_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    ...row,
    fee: toDecimal(BigInt(stored.fee), decimals),
    txIds: sent.map(({ tx_id }) => tx_id),
    isSealed: isSealed(secrets, stored),
    evidence: await readEvidence(db, stored, clock()),
    decisions: await readDecisions(services, id),
  }
}

async function readEvidence(db: Database, row: Stored, now: number): Promise<WithdrawalDetail['evidence']> {
  const uid = row.account_id
  const account = await db
    .selectFrom('account')
    .select('created_at')
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
  const before = await readPaid(db, uid, row.id)
  return {
    accountAgeDays: Math.max(0, Math.floor((now - account.created_at.getTime()) / DAY_MS)),
    withdrawals: before.withdrawals,
    withdrawnUsd: toDecimal(before.withdrawn, CENTS),
    depositedUsd: toDecimal(before.deposited, CENTS),
    wonUsd: toDecimal(await readWon(db, uid), DOLLAR_DECIMALS),
    dayUsd: toDecimal(await readDay(db, row, now), CENTS),
    ...(await readAddress(db, row)),
    recentChanges: await readChanges(db, uid, now),
  }
}

/** In US cents at the last prices: other withdrawals of 24 hours that have not been given back. */
async function readDay(db: Database, { id, account_id }: Stored, now: number): Promise<bigint> {
  const rows = await db
    .selectFrom('withdrawal')
    .select(['coin', sql<string>`sum(amount)::text`.as('amount')])
    .where('account_id', '=', account_id)
    .where('id', '<>', id)
    .where('requested_at', '>', new Date(now - DAY_MS))
    .where('status', 'not in', ['cancelled', 'refused', 'failed'])
    .groupBy('coin')
    .execute()
  const rates = await readRates(db)
  return rows.reduce((sum, { coin, amount }) => sum + usdAt(rates, { coin, amount: BigInt(amount) }), 0n)
}

async function readAddress(db: Database, { id, account_id: uid, address }: Stored) {
  const spelled = address.startsWith('0x')
    ? [address.toLowerCase(), withChecksum(address.toLowerCase() as EvmAddress)]
    : [address]
  const { rows } = await sql<{ uid: number; is_before: boolean }>`
    select account_id as uid, bool_or(status = 'confirmed' and id < ${id}::bigint) as is_before from withdrawal
    where address = any(${spelled}::text[]) group by account_id order by account_id limit ${MOST_SHARED + 1}`.execute(
    db,
  )
  return {
    isKnownAddress: rows.some((each) => each.uid === uid && each.is_before),
    sharedWith: rows.flatMap((each) => (each.uid === uid ? [] : [each.uid])).slice(0, MOST_SHARED),
  }
}

/** Mails that told of changes are not kept, so each is read where it left a date. */
async function readChanges(
  db: Database,
  uid: number,
  now: number,
): Promise<WithdrawalDetail['evidence']['recentChanges']> {
  const from = new Date(now - CHANGES_MS)
  const { rows } = await sql<{ what: string; at: Date }>`
    select what, at from (
      select 'password' as what, password_changed_at as at from account where id = ${uid}
      union all select 'two-step', totp_confirmed_at from account where id = ${uid}
      union all select 'passkey', created_at from passkey where account_id = ${uid}
      union all select 'wallet', linked_at from wallet where account_id = ${uid}
      union all select case kind when 'email' then 'e-mail' else 'wallet removed' end, given_up_at
        from player_way where account_id = ${uid}
      union all select 'withdrawal address', added_at from withdrawal_address where account_id = ${uid}
    ) change
    where at > ${from} order by at desc, what`.execute(db)
  return rows.map(({ what, at }) => ({ what, at: at.toISOString() }))
}

/** Votes of operators, and what was decided where the signer runs. */
async function readDecisions(services: Services, id: string): Promise<WithdrawalDetail['decisions']> {
  const { db } = services
  const votes = await readVotes(services, [id])
  const rows = await db
    .selectFrom('withdrawal_decision')
    .select(['decision', 'decided_by', 'decided_at'])
    .where('withdrawal_id', '=', id)
    .orderBy('id')
    .execute()
  return [
    ...votes.map(({ by, decision, at, why, isDone, isTrusted }) => ({
      by,
      decision,
      at: at.toISOString(),
      why,
      isDone,
      isTrusted,
    })),
    ...rows.map(({ decision, decided_by, decided_at }) => ({
      by: decided_by,
      decision,
      at: decided_at.toISOString(),
      why: '',
      isDone: true,
      isTrusted: true,
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
}
