import type { ReceivedToken, TokenTransfer } from '#server/chains/tron-source.ts'
import type { Database } from '#server/db/tables.ts'
import { DUST } from './deposit-amounts.ts'
import type { DepositChain } from './deposit-chain.ts'

/** Final transfers of USDT to an address of which nothing is written down. @throws Error when they cannot be read */
export async function missedTransfers(
  db: Database,
  { network, source }: Pick<DepositChain, 'network' | 'source'>,
  address: string,
  received: readonly ReceivedToken[],
): Promise<readonly TokenTransfer[]> {
  const { chain, usdtContract } = network
  const paid = received.filter(({ contract, amount }) => contract === usdtContract && amount >= DUST)
  const txIds = [...new Set(paid.map(({ txId }) => txId))]
  if (txIds.length === 0) return []
  const known = await db
    .selectFrom('deposit')
    .select('tx_id')
    .where('chain', '=', chain)
    .where('recipient', '=', address)
    .where('tx_id', 'in', txIds)
    .where('status', 'not in', ['confirming', 'dropped'])
    .execute()
  const missed: TokenTransfer[] = []
  for (const txId of txIds) {
    const count = (rows: readonly { readonly txId: string }[]) =>
      rows.filter((each) => each.txId === txId).length
    const told = count(paid)
    if (count(known.map(({ tx_id }) => ({ txId: tx_id }))) >= told) continue
    const outcome = await source.transaction(txId)
    // The list has what is final alone: a node that does not know it yet is behind.
    if (!outcome?.isFinal) throw new Error(`The network does not show what became of ${txId}`)
    if (!outcome.hasSucceeded) continue
    const transfers = await source.transfersOf(txId)
    const toAddress = transfers.filter(({ contract, to }) => contract === usdtContract && to === address)
    if (toAddress.length < told) throw new Error(`The index tells of a part of ${txId} alone`)
    missed.push(...toAddress)
  }
  return missed
}
