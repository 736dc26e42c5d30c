import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import type { AuthenticatorTransportFuture } from '@simplewebauthn/server'
import { ApiFailure } from '#server/http/api-failure.ts'
import type { Caller, PlayerCaller } from '#server/http/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { lockAccount, readAccount } from './account-row.ts'
import { CHALLENGE_MS, keepChallenge, redeemChallenge } from './challenges.ts'
import { deviceName } from './device-name.ts'
import {
  ALGORITHMS,
  challengeOf,
  parseNewPasskey,
  parsePasskeyAnswer,
  passkeyInvalid,
  relyingParty,
  verifyNewPasskey,
  verifyPasskeyAnswer,
} from './passkey-ceremony.ts'
import { requirePassword } from './reauthenticate.ts'
import type { AccountServices } from './services.ts'
import { endSessions, openSession } from './sessions.ts'

const SITE_NAME = 'Koi'
/** More than a player has devices. */
const MAX_PASSKEYS = 20

/** What an authenticator files the account under: always the same, and it tells nothing about the player. */
const userHandle = ({ secrets }: AccountServices, uid: number) => secrets.hash('passkey-user', String(uid))

/** @throws ApiFailure `password_wrong`, `conflict` for an account with many passkeys, `rate_limited` */
export async function beginPasskey(services: AccountServices, caller: PlayerCaller, password: string) {
  const { db, clock } = services
  const { uid } = caller.session
  await requirePassword(services, uid, password)
  const { email, nickname } = await readAccount(db, uid)
  const known = await db
    .selectFrom('passkey')
    .select(['id', 'transports'])
    .where('account_id', '=', uid)
    .execute()
  if (known.length >= MAX_PASSKEYS) throw new ApiFailure('conflict', 'The account has enough passkeys')
  const options = await generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: relyingParty(services, caller).id,
    userID: new Uint8Array(userHandle(services, uid)),
    userName: email ?? String(uid),
    userDisplayName: nickname || email || String(uid),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await keepChallenge(db, { challenge: options.challenge, purpose: 'passkey-new', uid }, clock())
  return { ...options }
}

/**
 * Keeps a new passkey; one without a name is called after the device.
 * @throws ApiFailure `passkey_invalid`
 */
export async function addPasskey(
  services: AccountServices,
  caller: PlayerCaller,
  given: { response: unknown; name: string },
): Promise<void> {
  const { db, clock } = services
  const { uid, id: sessionId } = caller.session
  const answer = parseNewPasskey(given.response)
  const challenge = await challengeOf(answer)
  const isOurs = await redeemChallenge(db, { challenge, purpose: 'passkey-new', uid }, clock())
  if (!isOurs) throw passkeyInvalid()
  const made = await verifyNewPasskey(answer, challenge, relyingParty(services, caller))
  const name = given.name || deviceName(caller.userAgent).slice(0, 60) || SITE_NAME
  await db.transaction().execute(async (trx) => {
    const { email, locale } = await lockAccount(trx, uid)
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('passkey')
      .values({
        id: made.credential.id,
        account_id: uid,
        public_key: made.credential.publicKey,
        counter: String(made.credential.counter),
        transports: answer.response.transports,
        name,
        is_synced: made.credentialBackedUp,
        created_at: new Date(clock()),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw passkeyInvalid()
    await endSessions(trx, uid, sessionId)
    await queueMail(services, trx, { to: email, locale, kind: 'passkey-added', values: { name } })
  })
}

/** @throws ApiFailure `not_found` */
export async function removePasskey(
  services: AccountServices,
  { session }: PlayerCaller,
  id: string,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const { email, locale } = await lockAccount(trx, session.uid)
    const removed = await trx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('account_id', '=', session.uid)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new ApiFailure('not_found', 'The account has no such passkey')
    await endSessions(trx, session.uid, session.id)
    await queueMail(services, trx, { to: email, locale, kind: 'passkey-removed', values: removed })
  })
}

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
 * Logs in whoever holds the passkey. The authenticator has checked who holds it, so no code is asked for.
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
  const known = await db.selectFrom('passkey').selectAll().where('id', '=', answer.id).executeTakeFirst()
  if (!known) throw passkeyInvalid()
  const uid = known.account_id
  try {
    if (answer.response.userHandle !== userHandle(services, uid).toString('base64url')) throw passkeyInvalid()
    const proven = await verifyPasskeyAnswer(answer, challenge, relyingParty(services, caller), {
      id: known.id,
      publicKey: new Uint8Array(known.public_key),
      counter: Number(known.counter),
      transports: known.transports as AuthenticatorTransportFuture[],
    })
    return await db.transaction().execute(async (trx) => {
      await lockAccount(trx, uid)
      const { numUpdatedRows } = await trx
        .updateTable('passkey')
        .set({
          counter: String(proven.newCounter),
          is_synced: proven.credentialBackedUp,
          last_used_at: new Date(clock()),
        })
        .where('id', '=', known.id)
        // Two answers with one counter come from two copies of the key.
        .where((where) =>
          where.or([
            where('counter', '<', String(proven.newCounter)),
            where.and([where('counter', '=', '0'), where.val(proven.newCounter === 0)]),
          ]),
        )
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw passkeyInvalid()
      await recordLogin(trx, 'ok')
      return openSession(trx, uid, { method: 'passkey', caller, now: clock() })
    })
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'passkey_invalid') await recordLogin(db, 'refused')
    throw error
  }

  async function recordLogin(on: AccountServices['db'], outcome: 'ok' | 'refused'): Promise<void> {
    await on
      .insertInto('login_event')
      .values({
        account_id: uid,
        at: new Date(clock()),
        method: 'passkey',
        outcome,
        user_agent: caller.userAgent,
        address: caller.address,
      })
      .execute()
  }
}
