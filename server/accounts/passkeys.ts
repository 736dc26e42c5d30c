import { generateRegistrationOptions } from '@simplewebauthn/server'
import * as contract from '#contract/account.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { PROOF_WAIT_HOURS } from '#contract/proof.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { PlayerCaller } from '#server/identity/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { CHALLENGE_MS, keepChallenge, redeemChallenge } from './challenges.ts'
import { deviceName } from '#server/identity/device-name.ts'
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
import { passkeysOf } from './passkey-proof.ts'
import { prove } from './prove.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { endSessions } from '#server/identity/sessions.ts'
import { requireLoginMethod } from './login-methods.ts'

const SITE_NAME = 'Koi'
const MAX_PASSKEYS = 20
const WAIT_MS = PROOF_WAIT_HOURS * 60 * 60_000

/** @throws Refusal of `prove` and of its result, `conflict` when the account has `MAX_PASSKEYS` */
export async function beginPasskey(
  services: AccountServices,
  caller: PlayerCaller,
  body: ParsedRequest<typeof contract.beginPasskey>['body'],
) {
  const { uid, id: sessionId } = caller.session
  const proven = await prove(services, caller, { endpoint: contract.beginPasskey, body })
  return proven.change(async (trx, { email, nickname }) => {
    const known = await passkeysOf(trx, uid)
    if (known.length >= MAX_PASSKEYS) throw new Refusal('conflict', 'The account has enough passkeys')
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
    const { challenge } = options
    await keepChallenge(trx, { challenge, purpose: 'passkey-new', uid, sessionId }, services.clock())
    return { ...options }
  })
}

/**
 * A passkey without a name is named after the device.
 * @throws Refusal `passkey_invalid`
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
  const isOurs = await redeemChallenge(db, { challenge, purpose: 'passkey-new', uid, sessionId }, clock())
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

/**
 * The player proves themselves with this passkey or another one. A lost one can be removed too, but then actions that
 * need a passkey are delayed: a thief gains nothing by claiming a loss.
 * @throws Refusal of `prove` and of its result, `not_found`, `last_way_in`
 */
export async function removePasskey(
  services: AccountServices,
  caller: PlayerCaller,
  { params, body }: Pick<ParsedRequest<typeof contract.removePasskey>, 'params' | 'body'>,
): Promise<void> {
  const { session } = caller
  const proven = await prove(services, caller, { endpoint: contract.removePasskey, params, body })
  const remove: Parameters<typeof proven.change<void>>[0] = async (trx, account, shown) => {
    const { email, locale } = account
    const removed = await trx
      .deleteFrom('passkey')
      .where('id', '=', params.id)
      .where('account_id', '=', session.uid)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new Refusal('not_found', 'The account has no such passkey')
    await requireLoginMethod(trx, account)
    await endSessions(trx, session.uid, session.id)
    const until = shown === 'nothing' ? new Date(services.clock() + WAIT_MS) : null
    if (until) {
      await trx
        .updateTable('account')
        .set({ proof_held_until: until })
        .where('id', '=', session.uid)
        .execute()
    }
    await queueMail(services, trx, {
      to: email,
      locale,
      kind: 'passkey-removed',
      values: { ...removed, heldUntil: until },
    })
  }
  await proven.change(remove, { isRemoval: true, isPasskeyLost: body.isLost })
}
