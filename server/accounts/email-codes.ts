import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { Caller, CallerSession } from '#server/identity/caller.ts'
import { shareOf, takeAtAddress, type LimitShare } from './limit-shares.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import type { AccountServices } from '#server/identity/services.ts'

export const CODE_LIVES_S = 10 * 60
export const CODE_RESEND_S = 60
const TRIES = 5

interface CodeOwner {
  readonly email: string
  readonly purpose: 'register' | 'reset' | 'change'
  /** Who asked for it, of `askerOf` or `askerWithin`: nobody else's tries count, nor work. */
  readonly asker: Buffer
  /** Who changes the address; null for a visitor. */
  readonly uid: number | null
}

/** What a limit on an address is kept under: never the address itself. */
export const emailLimitKey = (secrets: Secrets, email: string) => secrets.hash('limit', email).toString('hex')

/** Who a visitor is while he waits for a mail: what his device holds, or else where he comes from. */
export const askerOf = (secrets: Secrets, { device, address }: Caller): Buffer =>
  secrets.hash('asker', device?.toString('hex') ?? `address:${address}`)

/** Who a player is while he waits for a mail: one session, so that a stolen one spoils nothing in the others. */
export const askerWithin = (secrets: Secrets, { id }: CallerSession): Buffer =>
  secrets.hash('asker', `session:${id}`)

/**
 * Counts a code that a visitor asks for. Refused is only what the caller used up himself, which tells nothing about
 * the address.
 * @returns whether a mail may go: one mailbox gets so many a day from strangers, and more from its own player
 * @throws Refusal `rate_limited`
 */
export async function takeCodeLimits(
  services: AccountServices,
  { email, uid }: { readonly email: string; readonly uid: number | null },
  caller: Caller,
): Promise<boolean> {
  const share = await shareOf(services, uid, caller)
  if (share.of === 'address') await services.limits.take('code-address', caller.address)
  if (share.of === 'strangers') await takeAtAddress(services.limits, 'code', caller.address)
  return takeMailboxLimits(
    services,
    email,
    share,
    share.of === 'device' ? share.suffix : `:${caller.address}`,
  )
}

/**
 * The same for a code that a player asks for from within, to a mailbox he may not own.
 * @throws Refusal `rate_limited`
 */
export async function takeCodeLimitsWithin(
  services: AccountServices,
  email: string,
  { uid }: CallerSession,
): Promise<boolean> {
  await services.limits.take('code-address', `player:${uid}`)
  return takeMailboxLimits(services, email, { of: 'strangers', suffix: '' }, `:player:${uid}`)
}

async function takeMailboxLimits(
  { limits, secrets }: AccountServices,
  email: string,
  { suffix }: LimitShare,
  asker: string,
): Promise<boolean> {
  const mailbox = emailLimitKey(secrets, email)
  await limits.take('code-minute', mailbox + asker)
  await limits.take('code-day', mailbox + asker)
  return limits.tryTake('code-mailbox', mailbox + suffix)
}

/**
 * Makes a code in place of the asker's one before it and returns it. One that must not work is written all the
 * same, so that the two cases cost alike; one that is not sent leaves the one before as it is.
 */
export async function makeEmailCode(
  { secrets, clock }: AccountServices,
  trx: Database,
  { email, purpose, asker, uid }: CodeOwner,
  { works, isSent }: { readonly works: boolean; readonly isSent: boolean },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = hashOf(secrets, purpose, email, code)
  const now = clock()
  const row = {
    account_id: uid,
    code_hash: works && isSent ? hash : randomBytes(hash.length),
    sent_at: new Date(now),
    expires_at: new Date(now + CODE_LIVES_S * 1000),
    tries_left: TRIES,
  }
  await trx
    .insertInto('email_code')
    .values({ email, purpose, asker, ...row })
    .onConflict((conflict) =>
      conflict.columns(['email', 'purpose', 'asker']).doUpdateSet(isSent ? row : { account_id: uid }),
    )
    .execute()
  return code
}

/**
 * Counts a try, whatever becomes of it: call this outside of any transaction, and `spendEmailCode` in the
 * one that does what the code is for.
 * @throws Refusal `email_code_invalid`
 */
export async function tryEmailCode(
  { db, secrets, clock }: AccountServices,
  { email, purpose, asker, uid }: CodeOwner,
  code: string,
): Promise<void> {
  const row = await db
    .updateTable('email_code')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('asker', '=', asker)
    .where('account_id', uid === null ? 'is' : '=', uid)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', new Date(clock()))
    .returning('code_hash')
    .executeTakeFirst()
  if (!row || !timingSafeEqual(row.code_hash, hashOf(secrets, purpose, email, code))) throw notThisCode()
}

/**
 * Uses the code up, and with it all others to the address for the same purpose. Of two callers with the same one
 * the second finds it gone.
 * @throws Refusal `email_code_invalid`
 */
export async function spendEmailCode(
  { secrets }: AccountServices,
  trx: Database,
  { email, purpose, asker }: CodeOwner,
  code: string,
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('email_code')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('asker', '=', asker)
    .where('code_hash', '=', hashOf(secrets, purpose, email, code))
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw notThisCode()
  await trx.deleteFrom('email_code').where('email', '=', email).where('purpose', '=', purpose).execute()
}

export const notThisCode = () =>
  new Refusal('email_code_invalid', 'The code is wrong, too old, or was tried too often')

const hashOf = (secrets: Secrets, purpose: string, email: string, code: string) =>
  secrets.hash(`email-code:${purpose}:${email}`, code)
