import { generateRegistrationOptions } from '@simplewebauthn/server'
import { ApiFailure } from '#server/http/api-failure.ts'
import type { PlayerCaller } from '#server/http/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { readAccount } from './account-row.ts'
import { CHALLENGE_MS, keepChallenge, redeemChallenge } from './challenges.ts'
import { deviceName } from './device-name.ts'
import { lockAccountOf } from './lock-session.ts'
import {
  ALGORITHMS,
  challengeOf,
  parseNewPasskey,
  passkeyInvalid,
  relyingParty,
  userHandle,
  verifyNewPasskey,
} from './passkey-ceremony.ts'
import { reauthenticate } from './reauthenticate.ts'
import type { AccountServices } from './services.ts'
import { endSessions } from './sessions.ts'
import { requireWayIn } from './ways-in.ts'

const SITE_NAME = 'Koi'
/** More than a player has devices. */
const MAX_PASSKEYS = 20

/**
 * @throws ApiFailure `password_wrong`, `login_again_required`, `conflict` for an account with many passkeys,
 * `rate_limited`
 */
export async function beginPasskey(
  services: AccountServices,
  caller: PlayerCaller,
  password: string | undefined,
) {
  const { db, clock } = services
  const { uid } = caller.session
  await reauthenticate(services, caller.session, password)
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
    const { email, locale } = await lockAccountOf(trx, caller.session)
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

/** @throws ApiFailure `not_found`, `last_way_in` */
export async function removePasskey(
  services: AccountServices,
  { session }: PlayerCaller,
  id: string,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const account = await lockAccountOf(trx, session)
    const { email, locale } = account
    const removed = await trx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('account_id', '=', session.uid)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new ApiFailure('not_found', 'The account has no such passkey')
    await requireWayIn(trx, account)
    await endSessions(trx, session.uid, session.id)
    await queueMail(services, trx, { to: email, locale, kind: 'passkey-removed', values: removed })
  })
}
