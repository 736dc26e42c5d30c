import type { LoginEvent } from '#contract/account.ts'
import type { Database } from '#server/db/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import type { AccountRow } from '#server/identity/account-row.ts'
import { deviceName } from '#server/identity/device-name.ts'
import { forgetFirstStep, isFamiliar, writeLoginEvent } from './login-events.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { openSession } from '#server/identity/sessions.ts'

/**
 * Logs in to an account whose player has given all proof, and returns the token. Tells the player by mail and message
 * if the device is new at this address. Call it last in the transaction that holds the lock of the account.
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
  const event = await writeLoginEvent(trx, account.id, { ...login, outcome: 'ok' })
  if (!familiar) await tellOfNewLogin(services, trx, account, { event, caller, now })
  return openSession(trx, account.id, login)
}

async function tellOfNewLogin(
  services: AccountServices,
  trx: Database,
  { id, email, locale }: AccountRow,
  { event, caller, now }: { readonly event: string; readonly caller: Caller; readonly now: number },
): Promise<void> {
  const at = new Date(now)
  const { address } = caller
  const device = deviceName(caller.userAgent)
  await writeMessages(trx, [
    { player: id, key: `login/${event}`, at, content: { kind: 'login', device, address } },
  ])
  await queueMail(services, trx, { to: email, locale, kind: 'new-login', values: { at, device, address } })
}
