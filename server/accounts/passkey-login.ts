import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { Refusal } from '#server/base/refusal.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import type { Caller } from '#server/identity/caller.ts'
import { CHALLENGE_MS, keepChallenge, redeemChallenge } from './challenges.ts'
import { completeLogin } from './complete-login.ts'
import { takeAtSource } from './limit-shares.ts'
import { writeLoginEvent } from './login-events.ts'
import { challengeOf, parsePasskeyAnswer, passkeyInvalid, relyingParty } from './passkey-ceremony.ts'
import { verifyKeptPasskey, writePasskeyUse, type UsedPasskey } from './passkey-use.ts'
import type { AccountServices } from '#server/identity/services.ts'

export async function beginPasskeyLogin(services: AccountServices, caller: Caller) {
  const { db, clock } = services
  await takeAtSource(services, 'challenge', caller)
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(services, caller).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  })
  await keepChallenge(db, { challenge: options.challenge, purpose: 'passkey-login', uid: null }, clock())
  return { ...options }
}

/**
 * The authenticator has verified the user, so no code of the second step is needed.
 * @returns the session's token
 * @throws Refusal `passkey_invalid`
 */
export async function loginWithPasskey(
  services: AccountServices,
  caller: Caller,
  response: unknown,
): Promise<string> {
  const { db, clock } = services
  const answer = parsePasskeyAnswer(response)
  const challenge = await challengeOf(answer)
  const isOurs = await redeemChallenge(db, { challenge, purpose: 'passkey-login', uid: null }, clock())
  if (!isOurs) throw passkeyInvalid()
  const known = await db
    .selectFrom('passkey')
    .innerJoin('account', 'account.id', 'passkey.account_id')
    .selectAll('passkey')
    .where('passkey.id', '=', answer.id)
    .where('account.closed_at', 'is', null)
    .executeTakeFirst()
  if (!known) throw passkeyInvalid()
  try {
    if (!answer.response.userHandle) throw passkeyInvalid()
    return await enter(
      services,
      caller,
      await verifyKeptPasskey(services, caller, { answer, challenge, known }),
    )
  } catch (error) {
    if (error instanceof Refusal && error.code === 'passkey_invalid') {
      const event = { method: 'passkey', outcome: 'refused', caller, now: clock() } as const
      await writeLoginEvent(db, known.account_id, event)
    }
    throw error
  }
}

async function enter(services: AccountServices, caller: Caller, used: UsedPasskey): Promise<string> {
  return services.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, used.uid)
    await writePasskeyUse(trx, services, used)
    return completeLogin(services, trx, account, { method: 'passkey', caller })
  })
}
