import type { TronGrid } from '#server/chains/tron-grid.ts'
import type { TronNetwork } from '#server/chains/tron-network.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'
import type { WalletHistory } from './chain-sender.ts'

export function tronHistory(source: TronGrid, { usdtContract }: TronNetwork, wallet: string): WalletHistory {
  return {
    isNumbered: false,
    async sentSince(at) {
      const { sent, isAll } = await source.sent(wallet, usdtContract, at)
      return {
        sent: sent.map(({ txId, to, amount, at }) => ({ txId, coin: PAID_COIN, to, amount, at })),
        isAll,
      }
    },
    async read(txId) {
      const outcome = await source.transaction(txId)
      if (!outcome) return null
      const moved = await source.transfersOf(txId)
      const transfers = moved.flatMap(({ contract, from, to, logIndex, amount }) =>
        contract === usdtContract && from === wallet && amount > 0n
          ? [{ logIndex, coin: PAID_COIN, to, amount }]
          : [],
      )
      if (transfers.length === 0) return null
      return { txId, nonce: null, block: outcome.block, isFinal: outcome.isFinal, transfers }
    },
  }
}
