import type { ListedOperator } from '#contract/operator/operators.ts'
import { passkeyFingerprint } from '#server/accounts/passkey-fingerprint.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'

/** Operators and open invitations. */
export async function listOperators(db: Database, now: number): Promise<ListedOperator[]> {
  const rows = await db
    .selectFrom('operator')
    .leftJoin('operator_invitation as invitation', 'invitation.operator_id', 'operator.id')
    .leftJoin('operator_passkey as passkey', 'passkey.operator_id', 'operator.id')
    .select(['operator.id', 'operator.name', 'operator.role', 'operator.joined_at', 'invitation.expires_at'])
    .select('passkey.public_key')
    .select((eb) => [
      eb.fn
        .coalesce(
          eb
            .selectFrom('operator_session as session')
            .select(({ fn }) => fn.max('session.last_seen_at').as('at'))
            .whereRef('session.operator_id', '=', 'operator.id'),
          'passkey.last_used_at',
          'operator.joined_at',
        )
        .as('seen_at'),
    ])
    .where('operator.removed_at', 'is', null)
    .where((where) =>
      where.or([
        where('operator.joined_at', 'is not', null),
        where('invitation.expires_at', '>', new Date(now)),
      ]),
    )
    .orderBy('operator.id')
    .execute()
  return rows.map(({ id, name, role, joined_at, expires_at, seen_at, public_key }) => ({
    id: String(id),
    name,
    role,
    joinedAt: joined_at?.toISOString() ?? null,
    invitedUntil: joined_at === null ? (expires_at?.toISOString() ?? null) : null,
    lastSeenAt: seen_at?.toISOString() ?? null,
    fingerprint: public_key && passkeyFingerprint(public_key),
  }))
}

/**
 * Removes an operator, whose sessions end at once, with the open invitations that the operator has made; or an
 * invitation.
 * @returns what the log keeps
 * @throws Refusal `not_found`, `conflict` for the last owner
 */
export async function removeOperator(
  trx: Database,
  which: { readonly id: number } | { readonly name: string },
  now: number,
) {
  // Locked together: two owners who remove each other at once must not both succeed.
  const owners = await trx
    .selectFrom('operator')
    .select('id')
    .where('role', '=', 'owner')
    .where('joined_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const found = await trx
    .selectFrom('operator')
    .select(['id', 'name', 'role'])
    .where((where) => ('id' in which ? where('id', '=', which.id) : where('name', '=', which.name)))
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found', 'There is no such operator')
  if (owners.length === 1 && owners[0]?.id === found.id) {
    throw new Refusal('conflict', 'The last owner stays: invite another one first')
  }
  await trx
    .updateTable('operator')
    .set({ removed_at: new Date(now) })
    .where('id', '=', found.id)
    .execute()
  await trx.deleteFrom('operator_session').where('operator_id', '=', found.id).execute()
  await trx.deleteFrom('operator_challenge').where('operator_id', '=', found.id).execute()
  const invitations = await trx
    .updateTable('operator')
    .set({ removed_at: new Date(now) })
    .where('invited_by', '=', found.id)
    .where('joined_at', 'is', null)
    .where('removed_at', 'is', null)
    .returning('name')
    .execute()
  const { id, name, role } = found
  return {
    operator: id,
    name,
    role,
    ...(invitations.length > 0 && { invitations: invitations.map((each) => each.name) }),
  }
}
