import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/db/tables.ts'

type Statement = Parameters<KyselyPlugin['transformQuery']>[0]['node']

/** The same database, which tells of each statement before it is asked; what is thrown then is its failure. */
export function watchStatements(db: Database, onStatement: (statement: Statement) => void): Database {
  return db.withPlugin({
    transformQuery({ node }) {
      onStatement(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
