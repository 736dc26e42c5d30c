import type { LoginEvent } from '#contract/account.ts'
import type { Database } from '#server/db/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import type { AccountRow } from '#server/identity/account-row.ts'
import { deviceName } from '#server/identity/device-name.ts'
import { forgetFirstStep, isFamiliar, writeLoginEvent } from './login-events.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { openSession } from '#server/identity/sessions.ts'

/**
 * Logs in to an account whose player has given all proof, and returns the token. Sends a mail if the device is new at
 * this address. Call it last in the transaction that holds the lock of the account.
 */
export async function completeLogin(
  services: AccountServices,
  trx: Database,
  account: AccountRow,
  { method, caller }: { method: LoginEvent['method']; caller: Caller },
): Promise<string> {
  const now = services.clock()
  const login = { method, caller, now }
  const familiar = await isFamiliar(trx, account.id, caller)
  await forgetFirstStep(trx, account.id, caller, now)
  await writeLoginEvent(trx, account.id, { ...login, outcome: 'ok' })
  if (!familiar) await mailNewLogin(services, trx, account, caller, now)
  return openSession(trx, account.id, login)
}

async function mailNewLogin(
  services: AccountServices,
  trx: Database,
  { email, locale }: AccountRow,
  { userAgent, address }: Caller,
  now: number,
): Promise<void> {
  const values = { at: new Date(now), device: deviceName(userAgent), address }
  await queueMail(services, trx, { to: email, locale, kind: 'new-login', values })
}
