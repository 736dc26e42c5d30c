import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { ParsedRequest } from '#contract/endpoint.ts'
import type * as contract from '#contract/proof.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlayerCaller } from '#server/identity/caller.ts'
import { CHALLENGE_MS, keepChallenge, redeemChallenge } from './challenges.ts'
import { challengeOf, parsePasskeyAnswer, passkeyInvalid, relyingParty } from './passkey-ceremony.ts'
import { verifyKeptPasskey, writePasskeyUse, type UsedPasskey } from './passkey-use.ts'
import { provePassword } from './reauthenticate.ts'
import type { AccountServices } from '#server/identity/services.ts'

/** An answer with a valid signature, made for one request. */
interface PasskeyProof extends UsedPasskey {
  readonly challenge: string
  readonly confirms: Buffer
}

export const passkeysOf = (db: Database, uid: number) =>
  db.selectFrom('passkey').select(['id', 'transports']).where('account_id', '=', uid).execute()

// Keyed hash: a request may contain something easy to guess, such as a new password.
const sealed = ({ secrets }: AccountServices, confirms: Buffer) =>
  secrets.hash('passkey-proof', confirms.toString('hex'))

/**
 * Starts the confirmation of one request by a passkey of the account. It checks the password here, so that the player
 * learns of a wrong one before the browser asks for the passkey.
 * @throws Refusal `rate_limited`, `password_wrong`, `conflict` when the account has no passkey
 */
export async function beginPasskeyProof(
  services: AccountServices,
  caller: PlayerCaller,
  { confirms, password }: ParsedRequest<typeof contract.beginPasskeyProof>['body'],
) {
  const { db, clock } = services
  const { uid, id: sessionId } = caller.session
  await provePassword(services, caller.session, password)
  const passkeys = await passkeysOf(db, uid)
  if (passkeys.length === 0) throw new Refusal('conflict', 'The account has no passkey')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(services, caller).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: passkeys,
  })
  const { challenge } = options
  const use = { purpose: 'passkey-proof', uid, sessionId } as const
  await keepChallenge(
    db,
    { challenge, ...use, confirms: sealed(services, Buffer.from(confirms, 'hex')) },
    clock(),
  )
  return { ...options }
}

/** @throws Refusal `passkey_invalid` */
export async function readPasskeyProof(
  services: AccountServices,
  caller: PlayerCaller,
  response: unknown,
  confirms: Buffer,
): Promise<PasskeyProof> {
  const answer = parsePasskeyAnswer(response)
  const challenge = await challengeOf(answer)
  const known = await services.db
    .selectFrom('passkey')
    .selectAll()
    .where('id', '=', answer.id)
    .where('account_id', '=', caller.session.uid)
    .executeTakeFirst()
  if (!known) throw passkeyInvalid()
  return { ...(await verifyKeptPasskey(services, caller, { answer, challenge, known })), challenge, confirms }
}

/**
 * Uses the proof up. It must have been issued to this session for this request.
 * @throws Refusal `passkey_invalid`
 */
export async function redeemPasskeyProof(
  trx: Database,
  services: AccountServices,
  { session: { uid, id: sessionId } }: PlayerCaller,
  proof: PasskeyProof,
): Promise<'passkey'> {
  const use = {
    purpose: 'passkey-proof',
    uid,
    sessionId,
    confirms: sealed(services, proof.confirms),
  } as const
  const isOurs = await redeemChallenge(trx, { challenge: proof.challenge, ...use }, services.clock())
  if (!isOurs) throw passkeyInvalid()
  await writePasskeyUse(trx, services, proof)
  return 'passkey'
}
