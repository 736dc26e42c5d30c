import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/db/tables.ts'
import { ApiFailure } from '#server/http/api-failure.ts'
import type { Secrets } from './secrets.ts'
import type { AccountServices } from './services.ts'

export const CODE_LIVES_S = 10 * 60
export const CODE_RESEND_S = 60
const TRIES = 5

interface CodeOwner {
  readonly email: string
  readonly purpose: 'register' | 'reset' | 'change'
  /** Who changes the address; null for a visitor. */
  readonly uid: number | null
}

/** What a limit on an address is kept under: never the address itself. */
export const emailLimitKey = (secrets: Secrets, email: string) => secrets.hash('limit', email).toString('hex')

/** @throws ApiFailure `rate_limited` */
export async function takeCodeLimits(
  { limits, secrets }: AccountServices,
  email: string,
  address: string,
): Promise<void> {
  const key = emailLimitKey(secrets, email)
  await limits.take('code-address', address)
  await limits.take('code-minute', key)
  await limits.take('code-day', key)
}

/**
 * Makes a code in place of the one before it and returns it. One that must not work is written all the
 * same, so that the two cases cost alike.
 */
export async function makeEmailCode(
  { secrets, clock }: AccountServices,
  trx: Database,
  { email, purpose, uid }: CodeOwner,
  works: boolean,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = hashOf(secrets, purpose, email, code)
  const now = clock()
  const row = {
    account_id: uid,
    code_hash: works ? hash : randomBytes(hash.length),
    sent_at: new Date(now),
    expires_at: new Date(now + CODE_LIVES_S * 1000),
    tries_left: TRIES,
  }
  await trx
    .insertInto('email_code')
    .values({ email, purpose, ...row })
    .onConflict((conflict) => conflict.columns(['email', 'purpose']).doUpdateSet(row))
    .execute()
  return code
}

/**
 * Counts a try, whatever becomes of it: call this outside of any transaction, and `spendEmailCode` in the
 * one that does what the code is for.
 * @throws ApiFailure `email_code_invalid`
 */
export async function tryEmailCode(
  { db, secrets, clock }: AccountServices,
  { email, purpose, uid }: CodeOwner,
  code: string,
): Promise<void> {
  const row = await db
    .updateTable('email_code')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('account_id', uid === null ? 'is' : '=', uid)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', new Date(clock()))
    .returning('code_hash')
    .executeTakeFirst()
  if (!row || !timingSafeEqual(row.code_hash, hashOf(secrets, purpose, email, code))) throw notThisCode()
}

/**
 * Uses the code up. Of two callers with the same one the second finds it gone.
 * @throws ApiFailure `email_code_invalid`
 */
export async function spendEmailCode(
  { secrets }: AccountServices,
  trx: Database,
  { email, purpose }: CodeOwner,
  code: string,
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('email_code')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', hashOf(secrets, purpose, email, code))
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw notThisCode()
}

export const notThisCode = () =>
  new ApiFailure('email_code_invalid', 'The code is wrong, too old, or was tried too often')

const hashOf = (secrets: Secrets, purpose: string, email: string, code: string) =>
  secrets.hash(`email-code:${purpose}:${email}`, code)
