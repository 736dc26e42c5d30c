import { randomBytes } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Clock } from '#server/base/clock.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { CONFIRMATIONS, TRON_NETWORKS } from './tron-network.ts'
import type { ChainBlock, TokenTransfer, TransferPage, TransferQuery, TronSource } from './tron-source.ts'

const { chain } = TRON_NETWORKS.practice
const PAGE = 200
const FIRST_BLOCK = 1_000

interface PracticeTransfer {
  readonly contract: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  /** Makes `send` idempotent. Random by default. */
  readonly txId?: string
}

export interface PracticeChain extends TronSource {
  /**
   * Puts all transfers into one transaction of the next block and returns its id. Idempotent for the same `txId`. `trx` is
   * the database transaction to use.
   */
  send(transfers: readonly Omit<PracticeTransfer, 'txId'>[], txId?: string, trx?: Database): Promise<string>
}

const transferOf = (row: Selectable<Tables['practice_transfer']>): TokenTransfer => ({
  txId: row.tx_id,
  logIndex: row.log_index,
  contract: row.contract,
  from: row.sender,
  to: row.recipient,
  amount: BigInt(row.amount),
  block: Number(row.block),
  at: row.block_at.getTime(),
})

/**
 * A chain of practice money in the database. Its blocks come from the clock, one every `blockMs`, so an idle chain costs
 * nothing and all processes on one database see the same blocks.
 */
export async function openPracticeChain(db: Database, clock: Clock, blockMs: number): Promise<PracticeChain> {
  await openPracticeBlocks(db, clock, { chain, blockMs })

  const current = (on = db) =>
    on.selectFrom('practice_chain').selectAll().where('chain', '=', chain).executeTakeFirstOrThrow()

  const finalHead = async (): Promise<ChainBlock> => {
    const row = await current()
    const { block, at } = headOf(row, clock())
    return { block: block - CONFIRMATIONS, at: at - CONFIRMATIONS * row.block_ms }
  }

  return {
    head: async () => headOf(await current(), clock()),
    finalHead,

    async transfers({ contract, isFinal, since, cursor }: TransferQuery): Promise<TransferPage> {
      const { block: head } = headOf(await current(), clock())
      const final = head - CONFIRMATIONS
      const [afterAt = '', afterId = ''] = cursor?.split(' ') ?? []
      const rows = await db
        .selectFrom('practice_transfer')
        .selectAll()
        .where('chain', '=', chain)
        .where('contract', '=', contract)
        .where('block', '<=', String(isFinal ? final : head))
        .where('block', '>', String(isFinal ? -1 : final))
        .where('block_at', '>=', new Date(since))
        .$if(cursor !== null, (query) =>
          query.where(sql<boolean>`(block_at, id) > (${new Date(Number(afterAt))}, ${afterId}::bigint)`),
        )
        .orderBy('block_at')
        .orderBy('id')
        .limit(PAGE)
        .execute()
      const last = rows.at(-1)
      return {
        transfers: rows.map(transferOf),
        next: last && rows.length === PAGE ? `${last.block_at.getTime()} ${last.id}` : null,
      }
    },

    async received(address, since) {
      const { block } = await finalHead()
      const rows = await db
        .selectFrom('practice_transfer')
        .selectAll()
        .where('chain', '=', chain)
        .where('recipient', '=', address)
        .where('block', '<=', String(block))
        .where('block_at', '>=', new Date(since))
        .orderBy('block_at', 'desc')
        .limit(PAGE)
        .execute()
      return rows.map((row) => ({
        txId: row.tx_id,
        contract: row.contract,
        from: row.sender,
        to: row.recipient,
        amount: BigInt(row.amount),
        at: row.block_at.getTime(),
      }))
    },

    async transfersOf(txId) {
      const rows = await db
        .selectFrom('practice_transfer')
        .selectAll()
        .where('chain', '=', chain)
        .where('tx_id', '=', txId)
        .orderBy('log_index')
        .execute()
      return rows.map(transferOf)
    },

    async transaction(txId) {
      const { block: head } = headOf(await current(), clock())
      const row = await db
        .selectFrom('practice_transfer')
        .select('block')
        .where('chain', '=', chain)
        .where('tx_id', '=', txId)
        .limit(1)
        .executeTakeFirst()
      const block = Number(row?.block)
      if (!row || block > head) return null
      return { block, isFinal: block <= head - CONFIRMATIONS, hasSucceeded: true }
    },

    async send(transfers, txId = randomBytes(32).toString('hex'), trx = db) {
      const row = await current(trx)
      const { block, at } = headOf(row, clock())
      await trx
        .insertInto('practice_transfer')
        .values(
          transfers.map(({ contract, from, to, amount }, index) => ({
            chain,
            contract,
            tx_id: txId,
            log_index: index,
            sender: from,
            recipient: to,
            amount: `${amount}`,
            block: String(block + 1),
            block_at: new Date(at + row.block_ms),
          })),
        )
        .onConflict((conflict) => conflict.columns(['chain', 'tx_id', 'log_index']).doNothing())
        .execute()
      return txId
    },
  }
}

/** Creates the chain's row. If the block time has changed, numbering continues from the current block. */
export async function openPracticeBlocks(
  db: Database,
  clock: Clock,
  { chain, blockMs }: { readonly chain: string; readonly blockMs: number },
): Promise<void> {
  await db
    .insertInto('practice_chain')
    .values({ chain, base_block: String(FIRST_BLOCK), base_at: new Date(clock()), block_ms: blockMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Block numbers must never decrease.
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('practice_chain')
      .selectAll()
      .where('chain', '=', chain)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (row.block_ms === blockMs) return
    const { block, at } = headOf(row, clock())
    await trx
      .updateTable('practice_chain')
      .set({ base_block: String(block), base_at: new Date(at), block_ms: blockMs })
      .where('chain', '=', chain)
      .execute()
  })
}

interface Base {
  readonly base_block: string
  readonly base_at: Date
  readonly block_ms: number
}

export function headOf({ base_block, base_at, block_ms }: Base, now: number): ChainBlock {
  const made = Math.max(0, Math.floor((now - base_at.getTime()) / block_ms))
  return { block: Number(base_block) + made, at: base_at.getTime() + made * block_ms }
}
