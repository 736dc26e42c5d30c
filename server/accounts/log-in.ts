import type * as auth from '#contract/auth.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { completeLogin } from './complete-login.ts'
import { emailLimitKey } from './email-codes.ts'
import { shareOf, takeAtAddress } from './limit-shares.ts'
import { writeLoginEvent } from './login-events.ts'
import { fitsPassword } from './passwords.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { checkSecondFactor } from './totp-codes.ts'

type Body = ParsedRequest<typeof auth.login>['body']
type Tried = { readonly token: string } | { readonly failure: Refusal }

const notThese = () => new Refusal('invalid_credentials', 'E-mail or password is wrong')

/**
 * An unknown address costs the same work as a known one.
 * @throws Refusal `rate_limited`, `invalid_credentials`, `totp_required`, `totp_invalid`
 */
export async function logInWithPassword(
  services: AccountServices,
  { email, password, code }: Body,
  caller: Caller,
): Promise<string> {
  const { db, limits, secrets, clock } = services
  const account = await db
    .selectFrom('account')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
  const uid = account?.id ?? null
  const share = await shareOf(services, uid, caller)
  // Players who share a network address share this limit; a known device is exempt.
  if (share.of === 'address') await limits.take('login-address', caller.address)
  if (share.of === 'strangers') await takeAtAddress(limits, 'login', caller.address)
  const key = emailLimitKey(secrets, email) + share.suffix
  await limits.take('login-account', key)

  const passwordHash = account?.password_hash ?? null
  const fits = await fitsPassword(passwordHash, password)
  if (uid === null || !fits) {
    const now = clock()
    await writeLoginEvent(db, uid, { method: 'password', outcome: 'wrong_password', caller, now })
    throw notThese()
  }
  const stepKey = uid + share.suffix
  if (code !== undefined) await limits.take('second-step', stepKey)
  // Returns a failure instead of throwing it, so that the transaction commits the login event.
  const tried = await db
    .transaction()
    .execute((trx) => finish(services, trx, { uid, passwordHash, code, caller }))
  if ('failure' in tried) throw tried.failure
  await limits.forget('login-account', key)
  await limits.forget('second-step', stepKey)
  return tried.token
}

interface ProvenPassword {
  readonly uid: number
  readonly passwordHash: string | null
  readonly code: string | undefined
  readonly caller: Caller
}

async function finish(
  services: AccountServices,
  trx: Database,
  { uid, passwordHash, code, caller }: ProvenPassword,
): Promise<Tried> {
  const event = { method: 'password', caller, now: services.clock() } as const
  const account = await trx
    .selectFrom('account')
    .selectAll()
    .where('id', '=', uid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // The password changed during the check: the old one must not log in.
  if (!account || account.password_hash !== passwordHash) {
    await writeLoginEvent(trx, uid, { ...event, outcome: 'wrong_password' })
    return { failure: notThese() }
  }
  switch (await checkSecondFactor(trx, services, account, code)) {
    case 'ok':
      return { token: await completeLogin(services, trx, account, { method: 'password', caller }) }
    case 'required':
      await writeLoginEvent(trx, uid, { ...event, outcome: 'refused' })
      return { failure: new Refusal('totp_required', 'A code of the authenticator is required too') }
    case 'invalid':
      await writeLoginEvent(trx, uid, { ...event, outcome: 'wrong_code' })
      return { failure: new Refusal('totp_invalid', 'The code is wrong or was used before') }
  }
}
