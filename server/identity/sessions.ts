import { randomBytes, randomUUID } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { LoginEvent, Session } from '#contract/account.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Caller, CallerSession } from './caller.ts'
import { deviceName } from './device-name.ts'
import { forgetBrowsers, keepBrowser } from './practice-browsers.ts'
import { sha256 } from './secrets.ts'

type Db = Kysely<Tables> | Transaction<Tables>

const DAY_MS = 24 * 60 * 60 * 1000
/** An unused session ends after this time. */
export const IDLE_MS = 7 * DAY_MS
/** Every session ends after this time. */
export const ABSOLUTE_MS = 30 * DAY_MS
/** The last use is stored at most this often, so that reading stays cheap. */
const TOUCH_MS = 60_000
const TOKEN = /^[\w-]{43}$/

/** The token exists only in the result: the database has its hash. Call it last in the transaction that logs in. */
export async function openSession(
  db: Db,
  uid: number,
  { method, caller, now }: { method: LoginEvent['method']; caller: Caller; now: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = new Date(now)
  const id = randomUUID()
  await db
    .insertInto('session')
    .values({
      id,
      account_id: uid,
      token_hash: sha256(token),
      method,
      user_agent: caller.userAgent,
      address: caller.address,
      created_at: at,
      last_used_at: at,
      expires_at: new Date(now + ABSOLUTE_MS),
    })
    .execute()
  if (caller.practiceBrowser !== undefined) await keepBrowser(db, uid, caller.practiceBrowser, id)
  return token
}

function selectOpen(db: Db, now: number) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('expires_at', '>', new Date(now))
    .where('last_used_at', '>', new Date(now - IDLE_MS))
    .where('account.closed_at', 'is', null)
}

export interface FoundSession extends CallerSession {
  readonly lastUsedAt: Date
}

/** By token. Does not count as use. */
export async function findSessions(
  db: Db,
  tokens: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, FoundSession>> {
  const wellFormed = tokens.filter((token) => TOKEN.test(token))
  const byHash = new Map(wellFormed.map((token) => [sha256(token).toString('hex'), token]))
  if (byHash.size === 0) return new Map()
  const hashes = [...byHash.keys()]
  const rows = await selectOpen(db, now)
    .select(['session.id', 'session.account_id', 'session.last_used_at'])
    .select(sql<string>`encode(token_hash, 'hex')`.as('hash'))
    .where(sql<boolean>`token_hash in (select decode(hash, 'hex') from unnest(${hashes}::text[]) hash)`)
    .execute()
  return new Map(
    rows.map(({ hash, id, account_id: uid, last_used_at: lastUsedAt }) => [
      byHash.get(hash) ?? '',
      { id, uid, lastUsedAt },
    ]),
  )
}

/** Does not count as use: work that the server starts itself keeps nobody logged in. */
export async function tokensInUse(
  db: Db,
  tokens: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  return new Set((await findSessions(db, tokens, now)).keys())
}

/** Null if the token is unknown, its session has ended, or its account is closed. */
export async function readSession(db: Db, token: string, now: number): Promise<CallerSession | null> {
  const session = (await findSessions(db, [token], now)).get(token)
  if (!session) return null
  await touchSession(db, session, now)
  return { id: session.id, uid: session.uid }
}

export const isTouchDue = ({ lastUsedAt }: FoundSession, now: number): boolean =>
  now - lastUsedAt.getTime() > TOUCH_MS

export async function touchSession(db: Db, session: FoundSession, now: number): Promise<void> {
  if (!isTouchDue(session, now)) return
  await db
    .updateTable('session')
    .set({ last_used_at: new Date(now) })
    .where('id', '=', session.id)
    .execute()
}

export const openSessionsOf = (db: Db, uid: number, now: number) =>
  db
    .selectFrom('session')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at', 'expires_at'])
    .where('account_id', '=', uid)
    .where('expires_at', '>', new Date(now))
    .where('last_used_at', '>', new Date(now - IDLE_MS))

export async function listSessions(db: Db, current: CallerSession, now: number): Promise<Session[]> {
  const rows = await openSessionsOf(db, current.uid, now)
    .orderBy(sql`id = ${current.id}`, 'desc')
    .orderBy('last_used_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === current.id,
    device: deviceName(row.user_agent),
    address: row.address,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: new Date(
      Math.min(row.expires_at.getTime(), row.last_used_at.getTime() + IDLE_MS),
    ).toISOString(),
  }))
}

export async function endSession(db: Db, uid: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('account_id', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @returns how many have ended */
export async function endSessions(db: Db, uid: number, keepId?: string): Promise<number> {
  let query = db.deleteFrom('session').where('account_id', '=', uid)
  if (keepId !== undefined) query = query.where('id', '!=', keepId)
  const { numDeletedRows } = await query.executeTakeFirst()
  await forgetBrowsers(db, uid, keepId)
  return Number(numDeletedRows)
}
