import type { EvmBlock } from '#server/chains/evm-source.ts'
import type { Database } from '#server/db/tables.ts'

/** The last block of a chain whose transfers are all written down; undefined before the first round that succeeds. */
export async function readPosition(db: Database, chain: string): Promise<EvmPosition | undefined> {
  const row = await db.selectFrom('evm_position').selectAll().where('chain', '=', chain).executeTakeFirst()
  return row && { block: Number(row.block), hash: row.hash }
}

export type EvmPosition = Pick<EvmBlock, 'block' | 'hash'>

export async function movePosition(
  trx: Database,
  chain: string,
  { block, hash }: EvmPosition,
): Promise<void> {
  const values = { block: String(block), hash }
  await trx
    .insertInto('evm_position')
    .values({ chain, ...values })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(values))
    .execute()
}
