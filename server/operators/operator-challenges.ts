import { CHALLENGE_MS } from '#server/accounts/challenges.ts'
import type { Database, Tables } from '#server/db/tables.ts'

interface Challenge {
  readonly challenge: string
  readonly purpose: Tables['operator_challenge']['purpose']
  /** Null while it is unknown who answers. */
  readonly operator: number | null
}

export async function keepOperatorChallenge(
  db: Database,
  { challenge, purpose, operator }: Challenge,
  now: number,
): Promise<void> {
  await db.deleteFrom('operator_challenge').where('expires_at', '<=', new Date(now)).execute()
  await db
    .insertInto('operator_challenge')
    .values({
      challenge,
      purpose,
      operator_id: operator,
      at: new Date(now),
      expires_at: new Date(now + CHALLENGE_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Uses the challenge up. @returns when it was made; null if it was not, or for something else */
export async function redeemOperatorChallenge(
  db: Database,
  { challenge, purpose, operator }: Challenge,
  now: number,
): Promise<Date | null> {
  const row = await db
    .deleteFrom('operator_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('operator_id', 'is not distinct from', operator)
    .returning(['at', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at.getTime() > now ? row.at : null
}
