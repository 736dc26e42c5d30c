import { afterAll, beforeAll, describe } from 'vitest'
import { postgresBackend } from './suites/postgres-backend.ts'
import { runSuites } from './suites/run-suites.ts'

describe('on PostgreSQL', () => {
  const backend = postgresBackend()
  beforeAll(backend.start, 120_000)
  afterAll(backend.stop)
  runSuites(backend, 'books')
})
