import { Kysely } from 'kysely'
import { expect, it, vi } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import type { Tables } from '#server/db/tables.ts'
import { createLogger } from '#server/base/logger.ts'
import { createSessionReader } from '#server/identity/session-reader.ts'
import { endSession, openSession } from '#server/identity/sessions.ts'
import { seed } from '#server/seed.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { openPGlite } from '../support/pglite.ts'

async function open() {
  const questions: string[] = []
  const db = new Kysely<Tables>({
    dialect: pgliteDialect(await openPGlite()),
    log: ({ query }) => void questions.push(query.sql),
  })
  await migrate(db, seed)
  const now = Date.now()
  const logger = createLogger('silent')
  const caller = { address: '10.0.0.1', userAgent: 'test', device: null, origin: '', logger }
  const uids = await openLedgerPlayers(db, 3)
  const tokens: string[] = []
  for (const uid of uids) tokens.push(await openSession(db, uid, { method: 'password', caller, now }))
  let passed = 0
  const read = createSessionReader(db, () => now + passed)
  return { db, uids, tokens, questions, read, pass: (ms: number) => void (passed += ms) }
}

it('reads the sessions of parallel calls with one query, and gives each call its own', async () => {
  const { db, uids, tokens, questions, read } = await open()
  const unknown = 'x'.repeat(43)

  questions.length = 0
  const asked = [...tokens, unknown, 'no token', tokens[0] ?? '']
  const found = await Promise.all(asked.map((token) => read(token)))
  expect(found.map((session) => session?.uid ?? null)).toEqual([...uids, null, null, uids[0]])
  expect(questions).toHaveLength(1)

  // The next call sees that a session has ended.
  const [first] = found
  expect(await endSession(db, first?.uid ?? 0, first?.id ?? '')).toBe(true)
  expect(await read(tokens[0] ?? '')).toBeNull()
  expect((await read(tokens[1] ?? ''))?.uid).toBe(uids[1])
  await db.destroy()
})

it('records the use of a session once, and makes no urgent call wait for that', async () => {
  const { db, uids, tokens, questions, read, pass } = await open()
  const [token = ''] = tokens
  const uses = () => questions.filter((question) => question.startsWith('update "session"')).length
  pass(61_000)
  await Promise.all([read(token), read(token), read(token, { isUrgent: true })])
  expect(uses()).toBe(1)

  pass(61_000)
  const never = { set: () => never, where: () => never, execute: () => new Promise(() => undefined) }
  const writing = vi.spyOn(db, 'updateTable').mockImplementation(() => never as never)
  for (let times = 0; times < 3; times += 1)
    expect((await read(token, { isUrgent: true }))?.uid).toBe(uids[0])
  expect(writing).toHaveBeenCalledTimes(1)
  await db.destroy()
})
