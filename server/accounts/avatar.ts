import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/tables.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import { makeAvatar } from './avatar-image.ts'
import type { AccountServices } from '#server/identity/services.ts'

/** @throws Refusal `avatar_invalid`, `rate_limited` */
export async function setAvatar(
  { db, limits, clock }: AccountServices,
  uid: number,
  file: Uint8Array,
): Promise<void> {
  await limits.take('avatar-account', String(uid))
  const picture = {
    image: await makeAvatar(uid, file),
    name: randomBytes(16).toString('hex'),
    updated_at: new Date(clock()),
  }
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    await trx
      .insertInto('avatar')
      .values({ account_id: uid, ...picture })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(picture))
      .execute()
  })
}

export async function removeAvatar(db: Database, uid: number): Promise<void> {
  await db.deleteFrom('avatar').where('account_id', '=', uid).execute()
}
