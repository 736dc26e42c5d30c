import type { Clock } from '#server/base/clock.ts'
import { outsideCalls } from '#server/db/call-scope.ts'
import type { Database } from '#server/db/tables.ts'
import type { CallerSession } from './caller.ts'
import { findSessions, isTouchDue, touchSession, type FoundSession } from './sessions.ts'

interface Asked {
  readonly token: string
  readonly resolve: (session: FoundSession | null) => void
  readonly reject: (error: unknown) => void
}

const MOST_AT_ONCE = 100

/**
 * Null if the token is unknown, its session has ended, or its account is closed.
 * @param options isUrgent: does not wait until the use is stored
 */
export type SessionReader = (
  token: string,
  options?: { readonly isUrgent?: boolean },
) => Promise<CallerSession | null>

/**
 * Batches session lookups of requests that arrive together into one query, which starts after all of them: none gets
 * an answer from before it arrived.
 */
export function createSessionReader(db: Database, clock: Clock): SessionReader {
  const waiting: Asked[] = []
  /** Updates of the last use in progress: one for all requests that arrive meanwhile. */
  const touching = new Map<string, Promise<void>>()

  function findAll(): void {
    while (waiting.length > 0) void find(waiting.splice(0, MOST_AT_ONCE))
  }

  async function find(asked: readonly Asked[]): Promise<void> {
    try {
      const tokens = asked.map(({ token }) => token)
      const found = await findSessions(db, tokens, clock())
      for (const { token, resolve } of asked) resolve(found.get(token) ?? null)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  function touch(session: FoundSession): Promise<void> {
    const { id } = session
    const underWay = touching.get(id)
    if (underWay) return underWay
    const doing = outsideCalls(() => touchSession(db, session, clock())).finally(() => touching.delete(id))
    touching.set(id, doing)
    return doing
  }

  return async (token, { isUrgent = false } = {}) => {
    const session = await new Promise<FoundSession | null>((resolve, reject) => {
      waiting.push({ token, resolve, reject })
      // The shared query belongs to no single request: one that is aborted must not stop the others.
      if (waiting.length === 1) outsideCalls(() => setImmediate(findAll))
    })
    if (session === null) return null
    if (isTouchDue(session, clock())) {
      const touched = touch(session)
      // The next request stores the use if this one fails.
      if (isUrgent) touched.catch(() => {})
      else await touched
    }
    return { id: session.id, uid: session.uid }
  }
}
