import { afterAll, beforeAll, describe } from 'vitest'
import { pgliteBackend } from './suites/pglite-backend.ts'
import { runSuites } from './suites/run-suites.ts'

describe('on PGlite', () => {
  const backend = pgliteBackend()
  beforeAll(backend.start)
  afterAll(backend.stop)
  runSuites(backend, 'withdrawals')
})
