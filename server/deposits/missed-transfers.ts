import { SourceBusyError, type ReceivedToken, type TokenTransfer } from '#server/chains/tron-source.ts'
import type { Database } from '#server/db/tables.ts'
import { MINIMUM } from './deposit-amounts.ts'
import type { DepositChain } from './deposit-chain.ts'

export interface Missed {
  readonly missed: readonly TokenTransfer[]
  /** Why a transaction cannot be read: it holds up no other. */
  readonly failure?: unknown
}

/**
 * Final transfers to an address of which nothing is written down, of the transactions that paid enough USDT to be
 * credited: asking for less would cost calls by whoever floods an address with it.
 * @throws SourceBusyError
 */
export async function missedTransfers(
  db: Database,
  { network, source }: Pick<DepositChain, 'network' | 'source'>,
  address: string,
  received: readonly ReceivedToken[],
): Promise<Missed> {
  const { chain, usdtContract } = network
  const paid = received.filter(({ contract, amount }) => contract === usdtContract && amount >= MINIMUM)
  const txIds = [...new Set(paid.map(({ txId }) => txId))]
  if (txIds.length === 0) return { missed: [] }
  const known = await db
    .selectFrom('deposit')
    .select('tx_id')
    .where('chain', '=', chain)
    .where('recipient', '=', address)
    .where('tx_id', 'in', txIds)
    // A transaction may bring another token, too.
    .where('contract', '=', usdtContract)
    .where('amount', '>=', String(MINIMUM))
    .where('status', 'not in', ['confirming', 'dropped'])
    .execute()
  const missed: TokenTransfer[] = []
  const failures: unknown[] = []
  for (const txId of txIds) {
    const count = (rows: readonly { readonly txId: string }[]) =>
      rows.filter((each) => each.txId === txId).length
    const told = count(paid)
    if (count(known.map(({ tx_id }) => ({ txId: tx_id }))) >= told) continue
    try {
      const outcome = await source.transaction(txId)
      // The list has what is final alone: a node that does not know it yet is behind.
      if (!outcome?.isFinal) throw new Error(`The network does not show what became of ${txId}`)
      if (!outcome.hasSucceeded) continue
      const transfers = await source.transfersOf(txId)
      const toAddress = transfers.filter(({ contract, to }) => contract === usdtContract && to === address)
      const large = toAddress.filter(({ amount }) => amount >= MINIMUM)
      if (large.length < told) throw new Error(`The index tells of a part of ${txId} alone`)
      missed.push(...toAddress)
    } catch (error) {
      if (error instanceof SourceBusyError) throw error
      failures.push(error)
    }
  }
  return { missed, ...(failures.length > 0 && { failure: failures[0] }) }
}
