import { createHash } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { EvmAddress } from '#contract/values.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/database-trouble.ts'
import type { EvmBlock, EvmSource, EvmTransfer } from './evm-source.ts'
import { headOf, openPracticeBlocks } from './practice-chain.ts'

/** The zero address stands for the native coin, because the column is not nullable. */
const NATIVE_COIN = `0x${'0'.repeat(40)}` as EvmAddress

interface PracticeSend {
  readonly txId: string
  readonly from: EvmAddress
  readonly to: EvmAddress
  /** Null for the native coin. */
  readonly contract: EvmAddress | null
  readonly amount: bigint
  readonly nonce?: number
}

export class NonceTakenError extends Error {
  override readonly name = 'NonceTakenError'
}

export interface PracticeEvm extends EvmSource {
  /**
   * Puts a transfer into the next block. Idempotent by `txId`. `trx` is the database transaction to use.
   * @throws NonceTakenError
   */
  send(transfer: PracticeSend, trx?: Database): Promise<void>
  /** Received minus sent. `contract` is null for the native coin. */
  moved(address: EvmAddress, contract: EvmAddress | null, on?: Database): Promise<bigint>
  nextNonce(address: EvmAddress, on?: Database): Promise<number>
}

/** The table also holds TRON transfers, whose addresses have another format. */
type TransferRow = Omit<Selectable<Tables['practice_transfer']>, 'contract' | 'sender' | 'recipient'> &
  Readonly<Record<'contract' | 'sender' | 'recipient', EvmAddress>>
const transferOf = (row: TransferRow): EvmTransfer => ({
  txId: row.tx_id,
  logIndex: row.log_index,
  contract: row.contract,
  from: row.sender,
  to: row.recipient,
  amount: BigInt(row.amount),
  block: Number(row.block),
  at: row.block_at.getTime(),
})

/** An EVM chain of practice money in the database. Its blocks come from the clock; it has no reorgs. */
export async function openPracticeEvm(
  db: Database,
  clock: Clock,
  { chain, blockMs }: { readonly chain: string; readonly blockMs: number },
): Promise<PracticeEvm> {
  await openPracticeBlocks(db, clock, { chain, blockMs })
  const current = (on = db) =>
    on.selectFrom('practice_chain').selectAll().where('chain', '=', chain).executeTakeFirstOrThrow()
  const hashOf = (block: number) => `0x${createHash('sha256').update(`${chain}/${block}`).digest('hex')}`
  const head = async (): Promise<EvmBlock> => {
    const { block, at } = headOf(await current(), clock())
    return { block, at, hash: hashOf(block) }
  }
  const blockOf = async (number: number): Promise<EvmBlock | null> => {
    const row = await current()
    const { block, at } = headOf(row, clock())
    return number > block
      ? null
      : { block: number, hash: hashOf(number), at: at - (block - number) * row.block_ms }
  }
  const ownTransfers = () =>
    db.selectFrom('practice_transfer').selectAll().where('chain', '=', chain).$castTo<TransferRow>()
  const firstOf = (txId: string) => ownTransfers().where('tx_id', '=', txId).limit(1).executeTakeFirst()

  return {
    head,
    block: blockOf,

    async readBlocks({ house, tokens, fromBlock, toBlock }) {
      const contracts = tokens.map(({ contract }) => contract)
      const rows =
        contracts.length === 0
          ? []
          : await ownTransfers()
              .where('recipient', 'in', house)
              .where('contract', 'in', contracts)
              .where('block', '>=', String(fromBlock))
              .where('block', '<=', String(toBlock))
              .orderBy('id')
              .execute()
      const transfers = rows.map(transferOf)
      return { transfers, received: [], parent: hashOf(fromBlock - 1), last: await blockOf(toBlock) }
    },

    async transaction(txId) {
      const row = await firstOf(txId)
      if (!row) return null
      const isOwnCoin = row.contract === NATIVE_COIN
      return {
        txId,
        from: row.sender,
        nonce: Number(row.nonce ?? 0),
        to: isOwnCoin ? row.recipient : row.contract,
        value: isOwnCoin ? BigInt(row.amount) : 0n,
      }
    },

    async receipt(txId) {
      const row = await firstOf(txId)
      if (!row || Number(row.block) > (await head()).block) return null
      return {
        block: Number(row.block),
        at: row.block_at.getTime(),
        hasSucceeded: true,
        isPartial: false,
        transfers: row.contract === NATIVE_COIN ? [] : [transferOf(row)],
      }
    },

    // Without reorgs no transaction is ever replaced.
    nonceAt: () => Promise.resolve(0),
    transactionsOf: () => Promise.resolve([]),

    async moved(address, contract, on = db) {
      const { total } = await on
        .selectFrom('practice_transfer')
        .select(
          sql<string>`coalesce(sum(case when recipient = ${address} then amount else 0 end)
            - sum(case when sender = ${address} then amount else 0 end), 0)`.as('total'),
        )
        .where('chain', '=', chain)
        .where('contract', '=', contract ?? NATIVE_COIN)
        .where((where) => where.or([where('sender', '=', address), where('recipient', '=', address)]))
        .executeTakeFirstOrThrow()
      return BigInt(total)
    },

    async nextNonce(address, on = db) {
      const { last } = await on
        .selectFrom('practice_transfer')
        .select(({ fn }) => fn.max('nonce').as('last'))
        .where('chain', '=', chain)
        .where('sender', '=', address)
        .executeTakeFirstOrThrow()
      return last === null ? 0 : Number(last) + 1
    },

    async send({ txId, from, to, contract, amount, nonce }, trx = db) {
      const row = await current(trx)
      const { block, at } = headOf(row, clock())
      await trx
        .insertInto('practice_transfer')
        .values({
          chain,
          tx_id: txId,
          log_index: 0,
          contract: contract ?? NATIVE_COIN,
          sender: from,
          recipient: to,
          amount: `${amount}`,
          block: String(block + 1),
          block_at: new Date(at + row.block_ms),
          nonce: nonce === undefined ? null : String(nonce),
        })
        .onConflict((conflict) => conflict.columns(['chain', 'tx_id', 'log_index']).doNothing())
        .execute()
        .catch((error: unknown) => {
          if (nonce === undefined || !isUniqueViolation(error)) throw error
          throw new NonceTakenError(`${from} has sent number ${nonce}`)
        })
    },
  }
}
