import type { Selectable } from 'kysely'
import type { Database, Tables } from '#server/db/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import {
  passkeyInvalid,
  relyingParty,
  userHandle,
  verifyPasskeyAnswer,
  type PasskeyAnswer,
} from './passkey-ceremony.ts'
import type { AccountServices } from '#server/identity/services.ts'

type PasskeyRow = Selectable<Tables['passkey']>

/** A passkey with a valid signature; the counter is checked later, under the lock of the account. */
export interface UsedPasskey {
  readonly id: string
  readonly uid: number
  readonly newCounter: number
  readonly isSynced: boolean
}

/**
 * Leaves the counter to `writePasskeyUse`: of a request sent twice in parallel, the second must not be refused
 * because the first has already counted.
 * @throws Refusal `passkey_invalid`
 */
export async function verifyKeptPasskey(
  services: AccountServices,
  caller: Caller,
  { answer, challenge, known }: { answer: PasskeyAnswer; challenge: string; known: PasskeyRow },
): Promise<UsedPasskey> {
  const handle = userHandle(services, known.account_id).toString('base64url')
  if ((answer.response.userHandle ?? handle) !== handle) throw passkeyInvalid()
  const { newCounter, credentialBackedUp } = await verifyPasskeyAnswer(
    answer,
    challenge,
    relyingParty(services, caller),
    {
      id: known.id,
      publicKey: new Uint8Array(known.public_key),
      counter: 0,
      transports: known.transports,
    },
  )
  return { id: known.id, uid: known.account_id, newCounter, isSynced: credentialBackedUp }
}

/**
 * Call it in the transaction that holds the lock of the account. Two answers with the same counter mean that the key
 * was copied.
 * @throws Refusal `passkey_invalid`
 */
export async function writePasskeyUse(
  trx: Database,
  { clock }: AccountServices,
  { id, uid, newCounter, isSynced }: UsedPasskey,
): Promise<void> {
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
    .set({ counter: String(newCounter), is_synced: isSynced, last_used_at: new Date(clock()) })
    .where('id', '=', id)
    .execute()
}
