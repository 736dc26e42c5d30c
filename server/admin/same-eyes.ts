import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'

const NEW_DAYS = 7
const NEW_MS = NEW_DAYS * 24 * 60 * 60_000

/**
 * For 7 days an operator whom another one has invited counts as one person with the inviter: who could invite a second
 * self would be four eyes alone. The command line's invitations are the machine owner's.
 * @throws Refusal `operator_too_new`
 */
export async function refuseSameEyes(
  db: Database,
  [one, other]: readonly [number, number],
  now: number,
): Promise<void> {
  if ((await answeringFor(db, one, now)) === (await answeringFor(db, other, now)))
    throw new Refusal('operator_too_new', `For ${NEW_DAYS} days an invited operator counts as the inviter`)
}

/** The one at the beginning of the invitations. */
async function answeringFor(db: Database, operator: number, now: number): Promise<number> {
  const { invited_by: inviter, joined_at: joinedAt } = await db
    .selectFrom('operator')
    .select(['invited_by', 'joined_at'])
    .where('id', '=', operator)
    .executeTakeFirstOrThrow()
  const isNew = joinedAt === null || now - joinedAt.getTime() < NEW_MS
  return inviter !== null && isNew ? answeringFor(db, inviter, now) : operator
}
