import { randomBytes } from 'node:crypto'
import type { Role } from '#contract/operator-roles.ts'
import { INVITATION_HOURS } from '#contract/operator/session.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { sha256 } from '#server/identity/secrets.ts'

const INVITATION_MS = INVITATION_HOURS * 60 * 60_000

interface Invited {
  readonly name: string
  readonly role: Role
  /** Undefined for the command line. */
  readonly by?: number
  readonly now: number
}

export interface Invitation {
  readonly id: number
  /** The path of the link. The token follows the #, so that no log of a server or proxy has it. */
  readonly path: string
  readonly until: Date
}

/**
 * Replaces an invitation of the same name that nobody has accepted.
 * @returns the link, which is told only now: the database has the token's hash
 * @throws Refusal `conflict` when an operator has or had the name; `unauthorized` when the inviter was just removed
 */
export async function invite(trx: Database, { name, role, by, now }: Invited): Promise<Invitation> {
  const at = new Date(now)
  if (by !== undefined) await requireOperator(trx, by)
  await trx
    .updateTable('operator')
    .set({ removed_at: at })
    .where(({ fn, eb }) => eb(fn<string>('lower', ['name']), '=', fn<string>('lower', [eb.val(name)])))
    .where('joined_at', 'is', null)
    .where('removed_at', 'is', null)
    .execute()
  const row = await trx
    .insertInto('operator')
    .values({ name, role, invited_by: by ?? null, joined_at: null, removed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new Refusal('conflict', 'There is, or was, an operator of this name')
  const token = randomBytes(32).toString('base64url')
  const until = new Date(now + INVITATION_MS)
  await trx
    .insertInto('operator_invitation')
    .values({ operator_id: row.id, token_hash: sha256(token), made_at: at, expires_at: until, used_at: null })
    .execute()
  return { id: row.id, path: `/operator/join#${token}`, until }
}

/** Locked: a removal that happens at once waits, and finds the invitation. */
async function requireOperator(trx: Database, id: number): Promise<void> {
  const row = await trx
    .selectFrom('operator')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new Refusal('unauthorized', 'You are an operator no more')
}
