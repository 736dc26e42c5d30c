export interface TronNetwork {
  /** Identifier in the ledger. */
  readonly chain: 'tron' | 'tron-nile' | 'tron-practice'
  /** Identifies the token. Symbols are not unique. */
  readonly usdtContract: string
  /** URL prefix of a transaction's page; null without an explorer. */
  readonly explorerUrl: string | null
}

/** A TRON block is final when 19 of the 27 producers have built on it. */
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
    // Derived from the words "koi practice usdt": nobody has its key, and no other network has this contract.
    usdtContract: 'TKmGmXqxFXebATenCd5FYv7odfnc3WRKwx',
    explorerUrl: null,
  },
} as const satisfies Record<string, TronNetwork>

/** URL of a transaction's page; null without an explorer. `evmExplorer` comes from the configuration of an EVM chain. */
export function explorerUrlOf(chain: string, txId: string, evmExplorer: string | null = null): string | null {
  if (evmExplorer !== null) return `${evmExplorer}/tx/${txId}`
  const networks: readonly TronNetwork[] = Object.values(TRON_NETWORKS)
  const base = networks.find((network) => network.chain === chain)?.explorerUrl ?? null
  return base === null ? null : base + txId
}
