import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/db/tables.ts'

type Statement = Parameters<KyselyPlugin['transformQuery']>[0]['node']

/** The database, with a callback before each statement; an error thrown there becomes the statement's failure. */
export function watchStatements(db: Database, onStatement: (statement: Statement) => void): Database {
  return db.withPlugin({
    transformQuery({ node }) {
      onStatement(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
