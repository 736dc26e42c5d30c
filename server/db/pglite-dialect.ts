import type { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { PostgresDialect, type Dialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { outliveErrors } from './postgres-pool.ts'
import { createStatementNames } from './statement-names.ts'

/**
 * Kysely over PGlite, by PostgreSQL's own driver, so that values are the same as with PostgreSQL. PGlite is one
 * session, so callers take turns in order of arrival. Repeated statements are prepared: in WebAssembly planning takes
 * longer than the answer.
 */
export const pgliteDialect = (lite: PGlite): Dialect => new PostgresDialect({ pool: poolOf(lite) })

function poolOf(lite: PGlite): PostgresPool {
  const pool = new pg.Pool({ ...(createPgConfig(lite) as pg.PoolConfig), max: 1, idleTimeoutMillis: 0 })
  outliveErrors(pool)
  const names = createStatementNames()
  return {
    async connect() {
      // PGlite's own error is about a missing property.
      if (lite.closed) throw new Error('PGlite is closed')
      const client = await pool.connect()
      const query = async (text: string, values: unknown[]) => {
        const name = names.nameOf(text, values)
        const result = await client.query({ text, values, ...(name !== undefined && { name }) })
        // A prepared statement must not find its columns changed.
        if (names.forgetAfter(text)) await client.query('deallocate all')
        return result
      }
      // Cursors are missing, because nothing uses them.
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
    async end() {
      await pool.end()
      if (!lite.closed) await lite.close()
    },
  }
}
