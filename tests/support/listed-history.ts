import type { ListedHistory, SentTransfer, WalletHistory } from '#server/signer/chain-sender.ts'

/** The history of a wallet on a chain without nonces, the oldest first; all of it is final. */
export function listedHistory(sent: readonly SentTransfer[]): ListedHistory & WalletHistory {
  return {
    isNumbered: false,
    sentSince: async (at) => ({ sent: sent.filter((each) => each.at >= at), isAll: true }),
    async read(txId) {
      const transfers = sent
        .filter((each) => each.txId === txId)
        .map(({ coin, to, amount }) => ({ logIndex: 0, coin, to, amount }))
      return transfers.length === 0 ? null : { txId, nonce: null, block: 1, isFinal: true, transfers }
    },
  }
}
