import { SourceBusyError, type ReceivedToken, type TokenTransfer } from '#server/chains/tron-source.ts'
import type { Database } from '#server/db/tables.ts'
import { MINIMUM } from './deposit-amounts.ts'
import type { DepositChain } from './deposit-chain.ts'

export interface Missed {
  readonly missed: readonly TokenTransfer[]
  /** The first failure; it does not stop the others. */
  readonly failure?: unknown
}

/**
 * Final transfers to an address that are not recorded. Checks only transactions with at least the minimum amount of USDT:
 * otherwise an attacker could cause many calls with tiny transfers.
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
    // The transaction may also contain another token.
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
      // The list contains only final transactions, so the node is behind.
      if (!outcome?.isFinal) throw new Error(`The network does not show the outcome of ${txId}`)
      if (!outcome.hasSucceeded) continue
      const transfers = await source.transfersOf(txId)
      const toAddress = transfers.filter(({ contract, to }) => contract === usdtContract && to === address)
      const large = toAddress.filter(({ amount }) => amount >= MINIMUM)
      if (large.length < told) throw new Error(`The index returns only a part of ${txId}`)
      missed.push(...toAddress)
    } catch (error) {
      if (error instanceof SourceBusyError) throw error
      failures.push(error)
    }
  }
  return { missed, ...(failures.length > 0 && { failure: failures[0] }) }
}
