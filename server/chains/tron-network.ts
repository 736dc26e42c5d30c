/** A network of TRON that deposits can come from. */
export interface TronNetwork {
  /** As the ledger names it. */
  readonly chain: 'tron' | 'tron-nile' | 'tron-practice'
  /** Contract of its USDT: a token is known by its contract, never by its symbol. */
  readonly usdtContract: string
  /** Page of a transaction for people is this and the id; null for none. */
  readonly explorerUrl: string | null
}

/** What a TRON network asks for before a block cannot be undone: 19 of its 27 producers have built upon it. */
export const CONFIRMATIONS = 19

export const TRON_NETWORKS = {
  mainnet: {
    chain: 'tron',
    usdtContract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    explorerUrl: 'https://tronscan.org/#/transaction/',
  },
  nile: {
    chain: 'tron-nile',
    usdtContract: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
    explorerUrl: 'https://nile.tronscan.org/#/transaction/',
  },
  practice: {
    chain: 'tron-practice',
    // Made of the words "koi practice usdt": nobody has its key, and no other network has such a contract.
    usdtContract: 'TKmGmXqxFXebATenCd5FYv7odfnc3WRKwx',
    explorerUrl: null,
  },
} as const satisfies Record<string, TronNetwork>
