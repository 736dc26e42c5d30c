import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { ApiFailure } from '#server/http/api-failure.ts'
import type { Caller } from '#server/http/caller.ts'
import { lockAccount } from './account-row.ts'
import { CHALLENGE_MS, keepChallenge, redeemChallenge } from './challenges.ts'
import { completeLogin } from './complete-login.ts'
import { writeLoginEvent } from './login-events.ts'
import {
  challengeOf,
  parsePasskeyAnswer,
  passkeyInvalid,
  relyingParty,
  userHandle,
  verifyPasskeyAnswer,
  type PasskeyAnswer,
} from './passkey-ceremony.ts'
import type { AccountServices } from './services.ts'

type PasskeyRow = Selectable<Tables['passkey']>

/** @throws ApiFailure `rate_limited` */
export async function beginPasskeyLogin(services: AccountServices, caller: Caller) {
  const { db, limits, clock } = services
  await limits.take('challenge-address', caller.address)
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(services, caller).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  })
  await keepChallenge(db, { challenge: options.challenge, purpose: 'passkey-login', uid: null }, clock())
  return { ...options }
}

/**
 * Logs in whoever holds the passkey. Its authenticator has checked who that is, so no code is asked for.
 * @returns the session's token
 * @throws ApiFailure `passkey_invalid`, `rate_limited`
 */
export async function loginWithPasskey(
  services: AccountServices,
  caller: Caller,
  response: unknown,
): Promise<string> {
  const { db, limits, clock } = services
  await limits.take('login-address', caller.address)
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
    const proven = await prove(services, caller, { answer, challenge, known })
    return await enter(services, caller, known, proven)
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'passkey_invalid') {
      const event = { method: 'passkey', outcome: 'refused', caller, now: clock() } as const
      await writeLoginEvent(db, known.account_id, event)
    }
    throw error
  }
}

async function prove(
  services: AccountServices,
  caller: Caller,
  { answer, challenge, known }: { answer: PasskeyAnswer; challenge: string; known: PasskeyRow },
) {
  const handle = userHandle(services, known.account_id).toString('base64url')
  if (answer.response.userHandle !== handle) throw passkeyInvalid()
  return verifyPasskeyAnswer(answer, challenge, relyingParty(services, caller), {
    id: known.id,
    publicKey: new Uint8Array(known.public_key),
    counter: Number(known.counter),
    transports: known.transports,
  })
}

async function enter(
  services: AccountServices,
  caller: Caller,
  { id, account_id: uid }: PasskeyRow,
  { newCounter, credentialBackedUp }: { newCounter: number; credentialBackedUp: boolean },
): Promise<string> {
  return services.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, uid)
    // Read again under the lock: two answers with one counter come from two copies of the key.
    const passkey = await trx
      .selectFrom('passkey')
      .select('counter')
      .where('id', '=', id)
      .where('account_id', '=', uid)
      .executeTakeFirst()
    const counter = Number(passkey?.counter)
    if (!passkey || (newCounter <= counter && counter > 0)) throw passkeyInvalid()
    await trx
      .updateTable('passkey')
      .set({
        counter: String(newCounter),
        is_synced: credentialBackedUp,
        last_used_at: new Date(services.clock()),
      })
      .where('id', '=', id)
      .execute()
    return completeLogin(services, trx, account, { method: 'passkey', caller })
  })
}
