import type { Database, Tables } from '#server/db/tables.ts'
import { creditDeposit } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'

type ChainTable = {
  [Table in keyof Tables]: 'chain' extends keyof Tables[Table] ? Table : never
}[keyof Tables]

/** Generated columns. */
const MADE: Readonly<Record<string, true>> = { id: true, own_address: true }

/**
 * Copies the state of a chain, and what the ledger credited on it, under another name. A test that continues under the
 * new name has a restored database; the rows under the old name are the lost database.
 */
export async function copyChain(
  db: Database,
  tables: readonly ChainTable[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    /** Ids of the copied deposit addresses, by their old ids. */
    const keys = new Map<unknown, number>()
    for (const table of tables) {
      const rows = await trx.selectFrom(table).selectAll().where('chain', '=', from).execute()
      if (rows.length === 0) continue
      const copies = rows.map((row) => ({
        ...Object.fromEntries(Object.entries(row).filter(([column]) => !MADE[column])),
        chain: to,
        ...('holder' in row && { holder: null }),
        ...('key_id' in row && { key_id: keys.get(row.key_id) }),
      }))
      await trx.insertInto(table).values(copies).execute()
      if (table !== 'deposit_key') continue
      const made = await trx
        .selectFrom('deposit_key')
        .innerJoin('deposit_key as former', 'former.xpub', 'deposit_key.xpub')
        .select(['deposit_key.id', 'former.id as former_id'])
        .where('deposit_key.chain', '=', to)
        .where('former.chain', '=', from)
        .execute()
      for (const { id, former_id } of made) keys.set(former_id, id)
    }
    const credited = await trx
      .selectFrom('deposit')
      .selectAll()
      .where('chain', '=', to)
      .where('status', '=', 'credited')
      .execute()
    for (const row of credited) {
      const { account_id: player, coin, tx_id: txId, log_index: logIndex, credited_amount, settled_at } = row
      if (coin === null || logIndex === null || settled_at === null) throw new Error('It was not credited')
      const posted = creditDeposit({
        player,
        coin,
        amount: BigInt(row.amount),
        transfer: { chain: to, txId, logIndex },
        credited: { coin: row.receive_coin, amount: BigInt(credited_amount ?? 0) },
      })
      await postTransaction(trx, posted, settled_at.getTime())
    }
  })
}

/** Names of the transfers that the ledger has credited. */
export async function creditedOn(db: Database, chain: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('ledger_transfer')
    .select(['tx_id', 'log_index'])
    .where('chain', '=', chain)
    .execute()
  return rows.map(({ tx_id, log_index }) => `${tx_id} ${log_index}`).sort()
}
