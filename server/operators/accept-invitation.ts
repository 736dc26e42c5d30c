import { generateRegistrationOptions } from '@simplewebauthn/server'
import { CHALLENGE_MS } from '#server/accounts/challenges.ts'
import {
  ALGORITHMS,
  challengeOf,
  parseNewPasskey,
  passkeyInvalid,
  verifyNewPasskey,
} from '#server/accounts/passkey-ceremony.ts'
import { passkeyFingerprint } from '#server/accounts/passkey-fingerprint.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { sha256 } from '#server/identity/secrets.ts'
import { keepAction } from '#server/identity/operator-log.ts'
import { keepOperatorChallenge, redeemOperatorChallenge } from './operator-challenges.ts'
import { openOperatorSession } from './operator-sessions.ts'
import { consoleParty, operatorHandle, type OperatorServices } from './services.ts'

const CONSOLE_NAME = 'Koi console'

/** @throws Refusal `rate_limited`; `not_found` for a token that is unknown, used or over */
export async function beginInvitation(services: OperatorServices, caller: Caller, token: string) {
  const { db, clock, limits } = services
  await limits.take('operator-invitation', caller.address)
  const { id, name, role } = await openInvitation(db, token, clock())
  const options = await generateRegistrationOptions({
    rpName: CONSOLE_NAME,
    rpID: consoleParty(services, caller).id,
    userID: new Uint8Array(operatorHandle(services, id)),
    userName: name,
    userDisplayName: name,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    // One device is one operator: a second account of one person would be two pairs of eyes.
    excludeCredentials: await passkeysOfOperators(db),
  })
  const { challenge } = options
  await keepOperatorChallenge(db, { challenge, purpose: 'invitation', operator: id }, clock())
  return { name, role, options: { ...options } }
}

/**
 * Makes the invitation's operator one who can log in, by this passkey, and logs in.
 * @throws Refusal as `beginInvitation`, and `passkey_invalid`
 */
export async function acceptInvitation(
  services: OperatorServices,
  caller: Caller,
  { token, response }: { readonly token: string; readonly response: unknown },
) {
  const { db, clock, limits } = services
  await limits.take('operator-invitation', caller.address)
  const invited = await openInvitation(db, token, clock())
  const answer = parseNewPasskey(response)
  const challenge = await challengeOf(answer)
  const asked = { challenge, purpose: 'invitation', operator: invited.id } as const
  if (!(await redeemOperatorChallenge(db, asked, clock()))) throw passkeyInvalid()
  // The key in memory is the operator's; the database may hold another one later.
  const { credential } = await verifyNewPasskey(answer, challenge, consoleParty(services, caller))
  const fingerprint = passkeyFingerprint(credential.publicKey)
  return db.transaction().execute(async (trx) => {
    const now = clock()
    const at = new Date(now)
    // Locked: of two answers to one invitation the second finds it used.
    const operator = await openInvitation(trx, token, now, true)
    await trx
      .updateTable('operator_invitation')
      .set({ used_at: at })
      .where('operator_id', '=', operator.id)
      .execute()
    await trx.updateTable('operator').set({ joined_at: at }).where('id', '=', operator.id).execute()
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('operator_passkey')
      .values({
        id: credential.id,
        operator_id: operator.id,
        public_key: credential.publicKey,
        counter: String(credential.counter),
        transports: answer.response.transports,
        created_at: at,
        last_used_at: null,
        trusted_at: null,
        trust: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw passkeyInvalid()
    const session = await openOperatorSession(trx, operator, { address: caller.address, now })
    const what = { role: operator.role, address: caller.address, passkey: credential.id, fingerprint }
    await keepAction(trx, operator, { action: 'operator join', why: '', what }, now)
    return { ...session, fingerprint }
  })
}

const passkeysOfOperators = (db: Database) =>
  db
    .selectFrom('operator_passkey as passkey')
    .innerJoin('operator', 'operator.id', 'passkey.operator_id')
    .select(['passkey.id', 'passkey.transports'])
    .where('operator.removed_at', 'is', null)
    .execute()

async function openInvitation(db: Database, token: string, now: number, isLocked = false) {
  const row = await db
    .selectFrom('operator_invitation as invitation')
    .innerJoin('operator', 'operator.id', 'invitation.operator_id')
    .select(['operator.id', 'operator.name', 'operator.role'])
    .where('invitation.token_hash', '=', sha256(token))
    .where('invitation.used_at', 'is', null)
    .where('invitation.expires_at', '>', new Date(now))
    .where('operator.removed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('operator as inviter')
            .select('inviter.id')
            .whereRef('inviter.id', '=', 'operator.invited_by')
            .where('inviter.removed_at', 'is not', null),
        ),
      ),
    )
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such invitation, or it is used or over')
  return row
}
