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
  /** From `askerOf` or `askerWithin`: a code works only for the asker, and only their tries count. */
  readonly asker: Buffer
  readonly uid: number | null
}

/** Hash, so that the limits hold no addresses. */
export const emailLimitKey = (secrets: Secrets, email: string) => secrets.hash('limit', email).toString('hex')

/**
 * Identifies a visitor until they enter the code: by their device token, or by their network address without one.
 */
export const askerOf = (secrets: Secrets, { device, address }: Caller): Buffer =>
  secrets.hash('asker', device?.toString('hex') ?? `address:${address}`)

/** Identifies a player by session: a stolen session cannot spoil the codes of the others. */
export const askerWithin = (secrets: Secrets, { id }: CallerSession): Buffer =>
  secrets.hash('asker', `session:${id}`)

/**
 * Counts a code that a visitor requests. It refuses only what the caller used up alone, so a refusal reveals nothing
 * about the mailbox.
 * @returns true if a mail may be sent: strangers share a daily limit per mailbox, its own player has a separate one
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
 * As `takeCodeLimits`, for a logged-in player and a mailbox that may belong to someone else.
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
 * Replaces the asker's earlier code. A code that must not work is stored as well, so that both cases take the same
 * time; a code that is not sent keeps the earlier one valid.
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
 * Counts a try. Call it outside of any transaction, so that the count survives, and `spendEmailCode` in the
 * transaction that does what the code is for.
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
 * Deletes the code and all others for the same address and purpose. When two callers spend the same code, the second
 * is refused.
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
