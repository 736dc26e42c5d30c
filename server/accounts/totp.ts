import { Secret, TOTP } from 'otpauth'
import * as contract from '#contract/account.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { MailKind } from '#server/db/mail-kind.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlayerCaller } from '#server/identity/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import type { AccountRow } from '#server/identity/account-row.ts'
import { lockAccountOf } from './lock-session.ts'
import { prove } from './prove.ts'
import { takeTryWithin } from './reauthenticate.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { TOTP_PARAMETERS, totpPurpose, totpStepOf } from './totp-codes.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { endSessions } from '#server/identity/sessions.ts'

const ISSUER = 'Koi'
const SECRET_BYTES = 20
/**
 * The secret counts only after `confirmTotp`.
 * @throws Refusal of `prove` and of its result, `conflict` when the second step is on
 */
export async function beginTotp(
  services: AccountServices,
  caller: PlayerCaller,
  body: ParsedRequest<typeof contract.beginTotp>['body'],
) {
  const { uid } = caller.session
  const proven = await prove(services, caller, { endpoint: contract.beginTotp, body })
  const secret = new Secret({ size: SECRET_BYTES })
  return proven.change(async (trx, account) => {
    refuseWhenOn(account)
    const sealed = services.secrets.encrypt(totpPurpose(uid), secret.bytes)
    await trx
      .updateTable('account')
      .set({ totp_secret: sealed, totp_last_step: null })
      .where('id', '=', uid)
      .execute()
    const uri = new TOTP({ ...TOTP_PARAMETERS, secret, issuer: ISSUER, label: account.email ?? String(uid) })
    return { secret: secret.base32, uri: uri.toString() }
  })
}

/**
 * Switches the second step on and returns the recovery codes.
 * @throws Refusal `conflict` when it is on or was not begun, `totp_invalid`, `rate_limited`
 */
export async function confirmTotp(services: AccountServices, { session }: PlayerCaller, code: string) {
  const { db, secrets, limits, clock } = services
  const { uid } = session
  await takeTryWithin(limits, session)
  return db.transaction().execute(async (trx) => {
    const account = await lockAccountOf(trx, session)
    refuseWhenOn(account)
    if (!account.totp_secret) throw new Refusal('conflict', 'There is no secret to confirm')
    const step = totpStepOf(secrets.decrypt(totpPurpose(uid), account.totp_secret), code, clock())
    if (step === null) throw new Refusal('totp_invalid', 'The code is wrong')
    await trx
      .updateTable('account')
      .set({ totp_confirmed_at: new Date(clock()), totp_last_step: String(step) })
      .where('id', '=', uid)
      .execute()
    const recoveryCodes = await replaceRecoveryCodes(trx, secrets, uid)
    await announceChange(services, trx, account, session.id, 'totp-on')
    return { recoveryCodes }
  })
}

/** @throws Refusal of `prove` and of its result, `conflict` when the second step is off */
export async function removeTotp(
  services: AccountServices,
  caller: PlayerCaller,
  body: ParsedRequest<typeof contract.removeTotp>['body'],
): Promise<void> {
  const proven = await prove(services, caller, { endpoint: contract.removeTotp, body })
  await proven.change(async (trx, account) => {
    refuseWhenOff(account)
    await trx
      .updateTable('account')
      .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null })
      .where('id', '=', account.id)
      .execute()
    await trx.deleteFrom('recovery_code').where('account_id', '=', account.id).execute()
    await announceChange(services, trx, account, caller.session.id, 'totp-off')
  })
}

/** @throws Refusal of `prove` and of its result, `conflict` when the second step is off */
export async function renewRecoveryCodes(
  services: AccountServices,
  caller: PlayerCaller,
  body: ParsedRequest<typeof contract.renewRecoveryCodes>['body'],
) {
  const proven = await prove(services, caller, { endpoint: contract.renewRecoveryCodes, body })
  return proven.change(async (trx, account) => {
    refuseWhenOff(account)
    const recoveryCodes = await replaceRecoveryCodes(trx, services.secrets, account.id)
    await announceChange(services, trx, account, caller.session.id, 'recovery-codes-renewed')
    return { recoveryCodes }
  })
}

async function announceChange(
  services: AccountServices,
  trx: Database,
  { id, email, locale }: AccountRow,
  sessionId: string,
  kind: Extract<MailKind, 'totp-on' | 'totp-off' | 'recovery-codes-renewed'>,
): Promise<void> {
  await endSessions(trx, id, sessionId)
  await queueMail(services, trx, { to: email, locale, kind, values: {} })
}

function refuseWhenOff({ totp_confirmed_at }: AccountRow): void {
  if (totp_confirmed_at === null) throw new Refusal('conflict', 'The second step is off')
}

function refuseWhenOn({ totp_confirmed_at }: AccountRow): void {
  if (totp_confirmed_at !== null) throw new Refusal('conflict', 'The second step is on already')
}
