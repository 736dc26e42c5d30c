import { API_BASE } from '#contract/api-base.ts'
import type { User } from '#contract/user.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { readAccount } from '#server/identity/account-row.ts'

export async function readUser(db: Database, uid: number): Promise<User> {
  const row = await db
    .selectFrom('account')
    .leftJoin('avatar', 'avatar.account_id', 'account.id')
    .select(['account.nickname', 'avatar.name as avatar'])
    .where('account.id', '=', uid)
    .where('account.closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('unauthorized', 'Authorization verification failed', { isDeadToken: true })
  return { uid, nickname: row.nickname, avatar: avatarAddress(row.avatar) }
}

export const readPublicNumber = async (db: Database, uid: number): Promise<number> =>
  Number((await readAccount(db, uid)).public_number)

/** Empty without a picture. */
export const avatarAddress = (name: string | null): string =>
  name === null ? '' : `${API_BASE}/avatars/${name}.webp`
