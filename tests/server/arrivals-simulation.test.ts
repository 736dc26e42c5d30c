import { afterAll, beforeAll, describe } from 'vitest'
import { createLogger } from '#server/base/logger.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { arrivalsSimulationSuite } from './suites/arrivals-simulation.suite.ts'
import { tronSimulationSuite } from './suites/tron-simulation.suite.ts'

describe('on PostgreSQL', () => {
  // Without the pooler: with it the test takes four times as long.
  let server: TestPostgres
  const closing: (() => Promise<void>)[] = []
  beforeAll(async () => {
    server = await startPostgres()
  }, 120_000)
  afterAll(async () => {
    for (const close of closing) await close()
    await server.stop()
  })
  const open = async () => {
    const databaseUrl = await server.createDatabase()
    const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, createLogger('silent'))
    closing.push(close)
    await migrate(db, seed)
    return db
  }
  arrivalsSimulationSuite(open)
  tronSimulationSuite(open)
})
