import type { Database, Tables } from '#server/db/tables.ts'

export const CHALLENGE_MS = 5 * 60 * 1000

interface Challenge {
  readonly challenge: string
  readonly purpose: Tables['challenge']['purpose']
  /** Null while it is unknown which player answers. */
  readonly uid: number | null
  readonly sessionId?: string
  /** Keyed hash of the only request that the answer confirms. */
  readonly confirms?: Buffer
}

export async function keepChallenge(
  db: Database,
  { challenge, purpose, uid, sessionId, confirms }: Challenge,
  now: number,
): Promise<void> {
  await db.deleteFrom('challenge').where('expires_at', '<=', new Date(now)).execute()
  await db
    .insertInto('challenge')
    .values({
      challenge,
      purpose,
      account_id: uid,
      session_id: sessionId ?? null,
      confirms: confirms ?? null,
      expires_at: new Date(now + CHALLENGE_MS),
    })
    .execute()
}

/**
 * Consumes the challenge; returns true if it was valid. Call it outside of a transaction that may roll back, or in
 * the transaction that does what the challenge is for.
 */
export async function redeemChallenge(
  db: Database,
  { challenge, purpose, uid, sessionId, confirms }: Challenge,
  now: number,
): Promise<boolean> {
  const row = await db
    .deleteFrom('challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('account_id', 'is not distinct from', uid)
    .where('session_id', 'is not distinct from', sessionId ?? null)
    .where('confirms', 'is not distinct from', confirms ?? null)
    .returning('expires_at')
    .executeTakeFirst()
  return row !== undefined && row.expires_at.getTime() > now
}
