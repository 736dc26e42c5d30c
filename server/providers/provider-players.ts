import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { ALL_BUCKETS, BUCKETS, bucketOf } from '#server/ledger/bucket.ts'
import type { ProviderCall } from './provider-call.ts'

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
const NAME_LENGTH = 22
const TOKEN_LENGTH = 40

/** Begins with the bucket, so that one bucket is searched for it. The rest is random. */
function newName(bucket: number, length: number): string {
  const random = Array.from(randomBytes(length - 2), (byte) => DIGITS[byte % DIGITS.length]).join('')
  return bucket.toString(36).padStart(2, '0') + random
}

/** Null for a text that is no name of ours. */
function bucketOfName(name: string, length: number): number | null {
  if (name.length !== length || !/^[0-9a-z]+$/.test(name)) return null
  const bucket = Number.parseInt(name.slice(0, 2), 36)
  return bucket < BUCKETS ? bucket : null
}

/** The provider's name for the player, always the same. */
export async function nameForProvider(db: Database, provider: string, player: number): Promise<string> {
  const of = { bucket: bucketOf(player), account_id: player, provider }
  await db
    .insertInto('provider_player')
    .values({ ...of, name: newName(of.bucket, NAME_LENGTH) })
    .onConflict((conflict) => conflict.columns(['bucket', 'account_id', 'provider']).doNothing())
    .execute()
  const { name } = await db
    .selectFrom('provider_player')
    .select('name')
    .where('bucket', '=', of.bucket)
    .where('account_id', '=', player)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
  return name
}

/** Null for a name that was never given to this provider. */
export async function playerOfName(db: Database, provider: string, name: string): Promise<number | null> {
  const bucket = bucketOfName(name, NAME_LENGTH)
  if (bucket === null) return null
  const row = await db
    .selectFrom('provider_player')
    .select('account_id')
    .where('bucket', '=', bucket)
    .where('provider', '=', provider)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/**
 * Finds the player, and lets calls with an id of these wait for each other, of whichever players they are: the later one
 * finds what the earlier one has kept, in whichever bucket. In one order, so that two batches do not wait for each other.
 */
export async function lockCall(
  trx: Database,
  { provider, user, actions }: Pick<ProviderCall, 'provider' | 'user' | 'actions'>,
): Promise<number | null> {
  const bucket = bucketOfName(user, NAME_LENGTH)
  if (bucket === null) return null
  const keys = actions.map(({ id }) => lockOf(provider, id)).sort()
  const { rows } = await sql<{ account_id: number }>`
    select account_id, (select count(pg_advisory_xact_lock(key)) from unnest(${keys}::bigint[]) key)
    from provider_player
    where bucket = ${bucket} and provider = ${provider} and name = ${user}`.execute(trx)
  return rows[0]?.account_id ?? null
}

const lockOf = (provider: string, id: string) =>
  createHash('sha256')
    .update(JSON.stringify(['provider', provider, id]))
    .digest()
    .readBigInt64BE()
    .toString()

interface NewSession {
  readonly provider: string
  readonly player: number
  readonly coin: string
  readonly game: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A player who leaves a game open overnight opens it again. */
const SESSION_MS = 12 * 60 * 60_000

interface OpenedSession {
  readonly user: string
  /** It is not stored. */
  readonly token: string
  readonly until: Date
}

export async function openProviderSession(
  db: Database,
  { provider, player, coin, game, now }: NewSession,
): Promise<OpenedSession> {
  const user = await nameForProvider(db, provider, player)
  const bucket = bucketOf(player)
  const token = newName(bucket, TOKEN_LENGTH)
  const of = { bucket, account_id: player, provider, coin, game }
  const until = new Date(now + SESSION_MS)
  await db
    .insertInto('provider_session')
    .values({ ...of, token_hash: hashOf(token), created_at: new Date(now), expires_at: until })
    .execute()
  return { user, token, until }
}

/** For one that its provider has not opened: its token is worth nothing then. */
export async function dropProviderSession(db: Database, player: number, token: string): Promise<void> {
  await db
    .deleteFrom('provider_session')
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('token_hash', '=', hashOf(token))
    .execute()
}

/** A provider that names one afterwards is told that it is unknown, not that it has ended. */
export async function deleteOldProviderSessions(db: Database, endedBefore: Date): Promise<void> {
  for (const bucket of ALL_BUCKETS) {
    await db
      .deleteFrom('provider_session')
      .where('bucket', '=', bucket)
      .where('expires_at', '<', endedBefore)
      .execute()
  }
}

/** Undefined if the token is not one of this player at this provider. */
export const findProviderSession = (db: Database, provider: string, player: number, token: string) =>
  db
    .selectFrom('provider_session')
    .select(['coin', 'game', 'expires_at'])
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('token_hash', '=', hashOf(token))
    .where('provider', '=', provider)
    .executeTakeFirst()

export const hashOf = (token: string) => createHash('sha256').update(token).digest()
