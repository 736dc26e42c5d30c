import { Secret, TOTP } from 'otpauth'
import type { Database } from '#server/db/tables.ts'
import { lockAccount, type AccountRow } from '#server/identity/account-row.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { countRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts'

/** Every authenticator supports these: SHA-1, six digits, 30 seconds. */
export const TOTP_PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 }
const WINDOW = 1

export const totpPurpose = (uid: number) => `totp:${uid}`

export async function checkSecondFactor(
  trx: Database,
  services: AccountServices,
  account: Pick<AccountRow, 'id' | 'totp_confirmed_at'>,
  code: string | undefined,
): Promise<'ok' | 'required' | 'invalid'> {
  if (account.totp_confirmed_at === null) return 'ok'
  if (code === undefined) return 'required'
  const fits = /^\d{6}$/.test(code)
    ? await takeStep(trx, services, account.id, code)
    : await takeRecoveryCode(trx, services, account.id, code)
  return fits ? 'ok' : 'invalid'
}

/** Refuses a step that was used before, and all earlier ones. */
async function takeStep(
  trx: Database,
  { secrets, clock }: AccountServices,
  uid: number,
  code: string,
): Promise<boolean> {
  const row = await trx.selectFrom('account').select('totp_secret').where('id', '=', uid).executeTakeFirst()
  if (!row?.totp_secret) return false
  const step = totpStepOf(secrets.decrypt(totpPurpose(uid), row.totp_secret), code, clock())
  if (step === null) return false
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ totp_last_step: String(step) })
    .where('id', '=', uid)
    .where('totp_secret', '=', row.totp_secret)
    .where((where) =>
      where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', String(step))]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function takeRecoveryCode(
  trx: Database,
  services: AccountServices,
  uid: number,
  code: string,
): Promise<boolean> {
  if (!(await redeemRecoveryCode(trx, services.secrets, uid, code, services.clock()))) return false
  const { email, locale } = await lockAccount(trx, uid)
  const left = await countRecoveryCodes(trx, uid)
  await queueMail(services, trx, { to: email, locale, kind: 'recovery-code-used', values: { left } })
  return true
}

/** Null if the code fits no step near `now`. */
export function totpStepOf(secret: Buffer, code: string, now: number): number | null {
  // A copy: a small Buffer shares its memory with others.
  const totp = {
    ...TOTP_PARAMETERS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    timestamp: now,
  }
  const delta = TOTP.validate({ ...totp, token: code, window: WINDOW })
  return delta === null ? null : TOTP.counter({ period: TOTP_PARAMETERS.period, timestamp: now }) + delta
}
