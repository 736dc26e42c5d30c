interface CoinSeed {
  symbol: string
  name: string
  network: string
  chainDecimals: number
  /** Fixed practice price in US dollars; 1 USDT buys 0.0023 SOL. */
  priceUsd: string
  listed: boolean
  receivable: boolean
}

/** Day the fixed prices were set. */
export const PRICED_AT = '2026-01-01T00:00:00.000Z'

/** The ledger keeps at most this many decimals, so that a 64-bit column holds any balance. */
export const LEDGER_DECIMALS = 8

/** In display order. Decimals as on the chain: SPL mints of SOL, WIF, BONK and SCS, ERC-20 and TRC-20 of the rest, wei of ETH. */
export const COINS: readonly CoinSeed[] = [
  {
    symbol: 'USDT',
    name: 'Tether USD',
    network: 'TRON',
    chainDecimals: 6,
    priceUsd: '1',
    listed: true,
    receivable: false,
  },
  {
    symbol: 'USDT',
    name: 'Tether USD',
    network: 'Ethereum',
    chainDecimals: 6,
    priceUsd: '1',
    listed: true,
    receivable: false,
  },
  {
    symbol: 'WIF',
    name: 'dogwifhat',
    network: 'Solana',
    chainDecimals: 6,
    priceUsd: '0.85',
    listed: true,
    receivable: true,
  },
  {
    symbol: 'BONK',
    name: 'Bonk',
    network: 'Solana',
    chainDecimals: 5,
    priceUsd: '0.000025',
    listed: true,
    receivable: true,
  },
  {
    symbol: 'USDC',
    name: 'USD Coin',
    network: 'Ethereum',
    chainDecimals: 6,
    priceUsd: '1',
    listed: true,
    receivable: false,
  },
  {
    symbol: 'USDB',
    name: 'USDB',
    network: 'Blast',
    chainDecimals: 18,
    priceUsd: '1',
    listed: true,
    receivable: false,
  },
  {
    symbol: 'SOL',
    name: 'Solana',
    network: 'Solana',
    chainDecimals: 9,
    priceUsd: '434.78',
    listed: false,
    receivable: true,
  },
  {
    symbol: 'SCS',
    name: 'Solcasino Token',
    network: 'Solana',
    chainDecimals: 5,
    priceUsd: '0.0125',
    listed: false,
    receivable: true,
  },
  {
    symbol: 'ETH',
    name: 'Ether',
    network: 'Ethereum',
    chainDecimals: 18,
    priceUsd: '2500',
    listed: false,
    receivable: false,
  },
]

/** Decimals that the ledger keeps of a coin, by its id. @throws Error for a coin that is not seeded */
export function ledgerDecimalsOf(id: string): number {
  const coin = COINS.find(({ symbol, network }) => `${symbol}-${network}`.toLowerCase() === id)
  if (!coin) throw new Error(`There is no coin ${id}`)
  return Math.min(coin.chainDecimals, LEDGER_DECIMALS)
}
