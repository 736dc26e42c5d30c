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

/** More tokens are looked for by the next question. */
const MOST_AT_ONCE = 100

/**
 * The session of a token; null for one that was never given out, has ended, or belongs to a closed account.
 * @param options isUrgent: the answer waits for nothing that is written
 */
export type SessionReader = (
  token: string,
  options?: { readonly isUrgent?: boolean },
) => Promise<CallerSession | null>

/**
 * Reads the sessions of calls. Those that come in at the same moment are looked for with one question, which begins
 * after all of them: none waits for another, and none is given what was known before it came.
 */
export function createSessionReader(db: Database, clock: Clock): SessionReader {
  const waiting: Asked[] = []
  /** Sessions whose use is being written down: once for all calls that come meanwhile. */
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
      // What is asked for several calls at once is of none of them: one that is given up must not stop the others.
      if (waiting.length === 1) outsideCalls(() => setImmediate(findAll))
    })
    if (session === null) return null
    if (isTouchDue(session, clock())) {
      const touched = touch(session)
      // The next call writes it down where this one cannot.
      if (isUrgent) touched.catch(() => {})
      else await touched
    }
    return { id: session.id, uid: session.uid }
  }
}
