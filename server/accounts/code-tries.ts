import type { PlayerCaller } from '#server/identity/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { readAccount } from '#server/identity/account-row.ts'
import { deviceName } from '#server/identity/device-name.ts'
import type { AccountServices } from '#server/identity/services.ts'

/** After this many wrong codes in a day the player gets one mail. */
const TOLD_FROM = 5

interface CodeTry {
  /** Call it with the result; a correct code is no longer counted. */
  end(isWrong: boolean): Promise<void>
}

/**
 * Counts the code before it is checked, so that parallel tries cannot exceed the limit. Wrong codes count for a day,
 * and per session first: a thief in one session does not use up the limit of the player's other sessions.
 * @throws Refusal `rate_limited`
 */
export async function startCodeTry(services: AccountServices, caller: PlayerCaller): Promise<CodeTry> {
  const { limits } = services
  const { id, uid } = caller.session
  await limits.take('code-session', id)
  const tried = await limits.take('code-account', String(uid))
  return {
    async end(isWrong) {
      if (isWrong) {
        if (tried >= TOLD_FROM && (await limits.tryTake('wrong-codes-mail', id))) {
          await mailWrongCodes(services, caller)
        }
        return
      }
      await limits.giveBack('code-session', id)
      await limits.giveBack('code-account', String(uid))
    },
  }
}

async function mailWrongCodes(services: AccountServices, caller: PlayerCaller): Promise<void> {
  const { db } = services
  const { email, locale } = await readAccount(db, caller.session.uid)
  const values = { device: deviceName(caller.userAgent), address: caller.address }
  await queueMail(services, db, { to: email, locale, kind: 'wrong-codes', values })
}
