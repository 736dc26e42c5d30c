import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'

/** @throws Refusal `not_found` */
export async function requireAccount(db: Database, uid: number): Promise<void> {
  const row = await db.selectFrom('account').select('id').where('id', '=', uid).executeTakeFirst()
  if (!row) throw noPlayer()
}

export const noPlayer = () => new Refusal('not_found', 'There is no such player')
