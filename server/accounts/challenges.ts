import type { Database, Tables } from '#server/db/tables.ts'

/** How long an authenticator has to answer, in milliseconds. */
export const CHALLENGE_MS = 5 * 60 * 1000

interface Challenge {
  readonly challenge: string
  readonly purpose: Tables['challenge']['purpose']
  /** Null where it is not known yet who answers. */
  readonly uid: number | null
  /** Only this session may answer. */
  readonly sessionId?: string
  /** Keyed hash of the one call that the answer counts for. */
  readonly confirms?: Buffer
}

/** Remembers a challenge that was handed out, and forgets those nobody answered. */
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
 * Whether a challenge was handed out for this and is still good. It is used up by asking, so call it
 * outside of a transaction that may be rolled back, or in the one that does what it is for.
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
