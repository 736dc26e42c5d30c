import type { Clock } from '#server/base/clock.ts'
import { outsideCalls } from '#server/db/call-scope.ts'
import type { Database } from '#server/db/tables.ts'
import type { CallerSession } from './caller.ts'
import { findSessions, touchSession, type FoundSession } from './sessions.ts'

interface Asked {
  readonly token: string
  readonly resolve: (session: FoundSession | null) => void
  readonly reject: (error: unknown) => void
}

/** More tokens are looked for by the next question. */
const MOST_AT_ONCE = 100

/**
 * Reads the sessions of calls. Those that come in at the same moment are looked for with one question, which begins
 * after all of them: none waits for another, and none is given what was known before it came.
 * @returns the session of a token; null for one that was never given out, has ended, or belongs to a closed account
 */
export function createSessionReader(
  db: Database,
  clock: Clock,
): (token: string) => Promise<CallerSession | null> {
  const waiting: Asked[] = []

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

  return async (token) => {
    const session = await new Promise<FoundSession | null>((resolve, reject) => {
      waiting.push({ token, resolve, reject })
      // What is asked for several calls at once is of none of them: one that is given up must not stop the others.
      if (waiting.length === 1) outsideCalls(() => setImmediate(findAll))
    })
    if (session === null) return null
    await touchSession(db, session, clock())
    return { id: session.id, uid: session.uid }
  }
}
