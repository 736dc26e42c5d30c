import { RawNode, type KyselyPlugin } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { reservationKey } from '#server/ledger/movements.ts'

const TIME_OUT = `do $$ begin raise exception using errcode = 'query_canceled',
  message = 'canceling statement due to statement timeout'; end $$`

/** The database, except that adding up the books of one withdrawal takes too long. */
export function withSlowBooks(db: Database, withdrawal: string): Database {
  const key = JSON.stringify(reservationKey(withdrawal))
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) =>
      node.kind === 'RawNode' && JSON.stringify(node.parameters).includes(key)
        ? RawNode.createWithSql(TIME_OUT)
        : node,
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}
