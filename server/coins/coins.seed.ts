export type RateService = 'coingecko' | 'defillama'

export interface CoinSeed {
  readonly symbol: string
  readonly name: string
  readonly network: string
  readonly chainDecimals: number
  /** Fixed practice price in US dollars. 1 USDT buys 0.0023 SOL. */
  readonly priceUsd: string
  /** Ids at the services. DefiLlama's are contracts, because its other prices come from CoinGecko. */
  readonly priceIds: Readonly<Partial<Record<RateService, string>>>
  readonly listed: boolean
  readonly receivable: boolean
}

export const PRICED_AT = '2026-01-01T00:00:00.000Z'

/** With more decimals, a 64-bit column could not hold every balance. */
export const LEDGER_DECIMALS = 8

/** In display order. Decimals are those of the chain: SPL mints of SOL, WIF, BONK and SCS, ERC-20 and TRC-20 of the rest, wei of ETH. */
export const COINS: readonly CoinSeed[] = [
  {
    symbol: 'USDT',
    name: 'Tether USD',
    network: 'TRON',
    chainDecimals: 6,
    priceUsd: '1',
    priceIds: {
      coingecko: 'tether',
      defillama: 'tron:TR7NHqjeKQGxGTCi8q8ZY4pL8otSzgjLj6t',
    },
    listed: true,
    receivable: false,
  },
  {
    symbol: 'USDT',
    name: 'Tether USD',
    network: 'Ethereum',
    chainDecimals: 6,
    priceUsd: '1',
    priceIds: {
      coingecko: 'tether',
      defillama: 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7',
    },
    listed: true,
    receivable: false,
  },
  {
    symbol: 'WIF',
    name: 'dogwifhat',
    network: 'Solana',
    chainDecimals: 6,
    priceUsd: '0.85',
    priceIds: {
      coingecko: 'dogwifcoin',
      defillama: 'solana:EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdMc65zjm',
    },
    listed: true,
    receivable: true,
  },
  {
    symbol: 'BONK',
    name: 'Bonk',
    network: 'Solana',
    chainDecimals: 5,
    priceUsd: '0.000025',
    priceIds: {
      coingecko: 'bonk',
      defillama: 'solana:DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
    },
    listed: true,
    receivable: true,
  },
  {
    symbol: 'USDC',
    name: 'USD Coin',
    network: 'Ethereum',
    chainDecimals: 6,
    priceUsd: '1',
    priceIds: {
      coingecko: 'usd-coin',
      defillama: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
    listed: true,
    receivable: false,
  },
  {
    symbol: 'USDB',
    name: 'USDB',
    network: 'Blast',
    chainDecimals: 18,
    priceUsd: '1',
    priceIds: {
      coingecko: 'usdb',
      defillama: 'blast:0x4300000000000000000000000000000000000003',
    },
    listed: true,
    receivable: false,
  },
  {
    symbol: 'SOL',
    name: 'Solana',
    network: 'Solana',
    chainDecimals: 9,
    priceUsd: '434.78',
    priceIds: {
      coingecko: 'solana',
      defillama: 'solana:So11111111111111111111111111111111111111112',
    },
    listed: false,
    receivable: true,
  },
  {
    symbol: 'SCS',
    name: 'Solcasino Token',
    network: 'Solana',
    chainDecimals: 5,
    priceUsd: '0.0125',
    priceIds: {
      coingecko: 'solcasino-token',
      defillama: 'solana:SCSuPPNUSypLBsV4darsrYNg4ANPgaGhKhsA3GmMyjz',
    },
    listed: false,
    receivable: true,
  },
  {
    symbol: 'ETH',
    name: 'Ether',
    network: 'Ethereum',
    chainDecimals: 18,
    priceUsd: '2500',
    priceIds: {
      coingecko: 'ethereum',
      defillama: 'ethereum:0x0000000000000000000000000000000000000000',
    },
    listed: false,
    receivable: false,
  },
]

export const coinIdOf = ({ symbol, network }: Pick<CoinSeed, 'symbol' | 'network'>): string =>
  `${symbol}-${network}`.toLowerCase()

/** By coin id. */
export const ledgerDecimalsIn = (coins: readonly CoinSeed[]): ReadonlyMap<string, number> =>
  new Map(coins.map((coin) => [coinIdOf(coin), Math.min(coin.chainDecimals, LEDGER_DECIMALS)]))
