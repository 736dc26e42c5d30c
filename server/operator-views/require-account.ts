import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'

/** The largest number that the column can hold. */
export const LARGEST_UID = 2 ** 31 - 1

export const noPlayer = () => new Refusal('not_found', 'There is no such player')

/** @throws Refusal `not_found` for a number that no account can have */
export function uidOf({ uid }: { readonly uid: string }): number {
  const number = Number(uid)
  if (number > LARGEST_UID) throw noPlayer()
  return number
}

/** @throws Refusal `not_found` */
export async function requireAccount(db: Database, uid: number): Promise<void> {
  const row = await db.selectFrom('account').select('id').where('id', '=', uid).executeTakeFirst()
  if (!row) throw noPlayer()
}
