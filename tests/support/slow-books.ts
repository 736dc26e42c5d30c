import { RawNode, type KyselyPlugin } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { reservationKey } from '#server/ledger/movements.ts'

const TIME_OUT = `do $$ begin raise exception using errcode = 'query_canceled',
  message = 'canceling statement due to statement timeout'; end $$`

/** The same database, in which the books of one withdrawal are too long to be added up in time. */
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
