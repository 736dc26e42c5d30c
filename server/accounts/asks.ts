import type { Asks } from '#contract/proof.ts'
import type { Database } from '#server/db/tables.ts'
import { readAccount } from '#server/identity/account-row.ts'
import { passkeysOf } from './passkey-proof.ts'

export async function readAsks(db: Database, uid: number, now: number): Promise<Asks> {
  const { password_hash, totp_confirmed_at, proof_held_until } = await readAccount(db, uid)
  const passkeys = await passkeysOf(db, uid)
  const asks = {
    password: password_hash !== null,
    code: totp_confirmed_at !== null,
    passkey: passkeys.length > 0,
  }
  const isHeld = !asks.code && !asks.passkey && proof_held_until !== null && proof_held_until.getTime() > now
  return { ...asks, heldUntil: isHeld ? proof_held_until.toISOString() : null }
}
