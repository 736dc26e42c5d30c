import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { CHALLENGE_MS } from '#server/accounts/challenges.ts'
import {
  challengeOf,
  parsePasskeyAnswer,
  passkeyInvalid,
  verifyPasskeyAnswer,
  type PasskeyAnswer,
  type RelyingParty,
} from '#server/accounts/passkey-ceremony.ts'
import type { Database } from '#server/db/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { keepAction } from '#server/identity/operator-log.ts'
import { keepOperatorChallenge, redeemOperatorChallenge } from './operator-challenges.ts'
import { openOperatorSession } from './operator-sessions.ts'
import { consoleParty, operatorHandle, type OperatorServices } from './services.ts'

/** Names no passkey: the answer is the same whoever asks. @throws Refusal `rate_limited` */
export async function beginOperatorLogin(services: OperatorServices, caller: Caller) {
  const { db, clock, limits } = services
  await limits.take('operator-login', caller.address)
  const options = await generateAuthenticationOptions({
    rpID: consoleParty(services, caller).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  })
  const { challenge } = options
  await keepOperatorChallenge(db, { challenge, purpose: 'log-in', operator: null }, clock())
  return { ...options }
}

/** @throws Refusal `rate_limited`, `passkey_invalid` */
export async function logInOperator(services: OperatorServices, caller: Caller, response: unknown) {
  const { db, clock, limits } = services
  await limits.take('operator-login', caller.address)
  const answer = parsePasskeyAnswer(response)
  const challenge = await challengeOf(answer)
  const asked = { challenge, purpose: 'log-in', operator: null } as const
  if (!(await redeemOperatorChallenge(db, asked, clock()))) throw passkeyInvalid()
  if (!answer.response.userHandle) throw passkeyInvalid()
  return db.transaction().execute(async (trx) => {
    const now = clock()
    const operator = await useOperatorPasskey(trx, services, {
      answer,
      challenge,
      now,
      site: consoleParty(services, caller),
    })
    const session = await openOperatorSession(trx, operator, { address: caller.address, now })
    const what = { address: caller.address }
    await keepAction(trx, operator, { action: 'operator log-in', why: '', what }, now)
    return session
  })
}

interface Use {
  readonly answer: PasskeyAnswer
  readonly challenge: string
  readonly site: RelyingParty
  readonly now: number
}

/**
 * Checks the answer and counts it, with the passkey locked: two answers with the same counter mean that the key was
 * copied.
 * @throws Refusal `passkey_invalid`
 */
export async function useOperatorPasskey(
  trx: Database,
  services: Pick<OperatorServices, 'secrets'>,
  { answer, challenge, site, now }: Use,
) {
  const known = await trx
    .selectFrom('operator_passkey as passkey')
    .innerJoin('operator', 'operator.id', 'passkey.operator_id')
    .select(['passkey.public_key', 'passkey.counter', 'passkey.transports'])
    .select(['operator.id', 'operator.name', 'operator.role'])
    .where('passkey.id', '=', answer.id)
    .where('operator.removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!known) throw passkeyInvalid()
  const { id, name, role, public_key: publicKey, counter, transports } = known
  const handle = operatorHandle(services, id).toString('base64url')
  if ((answer.response.userHandle ?? handle) !== handle) throw passkeyInvalid()
  const { newCounter } = await verifyPasskeyAnswer(answer, challenge, site, {
    id: answer.id,
    publicKey: new Uint8Array(publicKey),
    counter: Number(counter),
    transports,
  })
  await trx
    .updateTable('operator_passkey')
    .set({ counter: String(newCounter), last_used_at: new Date(now) })
    .where('id', '=', answer.id)
    .execute()
  return { id, name, role }
}
