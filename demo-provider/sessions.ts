import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Purse } from './cashier.ts'
import { openKeptLines, readKeptLines } from './kept-lines.ts'

export interface Session {
  /** In the address of the frame. */
  readonly id: string
  /** Null for play money. */
  readonly purse: Purse | null
  readonly game: string
  readonly language: 'en' | 'zh'
  readonly theme: 'light' | 'dark' | null
  /** The operator's pages, which the frame is in. */
  readonly lobbyUrl: string
  readonly openedAt: number
}

const FILE = 'sessions.jsonl'

/** As long as the operator's token. */
const SESSION_MS = 12 * 60 * 60_000

export interface Sessions {
  open(session: Omit<Session, 'id' | 'openedAt'>): Session
  find(id: string): Session | undefined
  close(): void
}

export function openSessions(folder: string): Sessions {
  const { before, lines } = openKeptLines<Session>(join(folder, FILE))
  const known = new Map(before.map((session) => [session.id, session]))
  const isOver = ({ openedAt }: Session) => Date.now() - openedAt > SESSION_MS
  return {
    open(asked) {
      for (const session of known.values()) if (isOver(session)) known.delete(session.id)
      const session = { ...asked, id: randomBytes(18).toString('base64url'), openedAt: Date.now() }
      lines.add([session])
      known.set(session.id, session)
      return session
    },
    find(id) {
      const session = known.get(id)
      return session && !isOver(session) ? session : undefined
    },
    close: lines.close,
  }
}

/** The session of another process's folder. */
export const findKeptSession = (folder: string, id: string): Session | undefined =>
  readKeptLines<Session>(join(folder, FILE)).before.find((session) => session.id === id)
