import { COINS, coinIdOf, type CoinSeed } from '#server/coins/coins.seed.ts'
import type { FileCoin, KoiFile } from './koi-file.ts'
import { fileError } from './read-koi-file.ts'

/**
 * Shipped coins with the changes of the file, then the coins of the operator.
 * @throws StartupError for a coin that is named twice or incomplete
 */
export function coinsOf({ coins = [] }: KoiFile): readonly CoinSeed[] {
  const added = coins.map((coin, at) => {
    const path = `coins[${at}]`
    if (coins.findIndex((other) => coinIdOf(other) === coinIdOf(coin)) < at) {
      throw fileError(`${path}: names a coin twice`)
    }
    const shipped = COINS.find((each) => coinIdOf(each) === coinIdOf(coin))
    return { coin: coinOf(coin, shipped, path), isShipped: shipped !== undefined }
  })
  const changed = new Map(added.map(({ coin }) => [coinIdOf(coin), coin]))
  return [
    ...COINS.map((coin) => changed.get(coinIdOf(coin)) ?? coin),
    ...added.flatMap(({ coin, isShipped }) => (isShipped ? [] : [coin])),
  ]
}

function coinOf(coin: FileCoin, shipped: CoinSeed | undefined, path: string): CoinSeed {
  const needed = <T>(key: string, value: T | undefined): T => {
    if (value === undefined) throw fileError(`${path}.${key}: is missing, and Koi ships no such coin`)
    return value
  }
  if (shipped && coin.decimals !== undefined && coin.decimals !== shipped.chainDecimals) {
    throw fileError(`${path}.decimals: must be ${shipped.chainDecimals}, as Koi ships the coin`)
  }
  return {
    // A shipped coin keeps its own spelling.
    symbol: shipped?.symbol ?? coin.symbol,
    network: shipped?.network ?? coin.network,
    name: needed('name', coin.name ?? shipped?.name),
    chainDecimals: needed('decimals', coin.decimals ?? shipped?.chainDecimals),
    priceUsd: needed('priceUsd', coin.priceUsd ?? shipped?.priceUsd),
    priceIds: { ...shipped?.priceIds, ...withoutUnset(coin.priceIds) },
    listed: coin.listed ?? shipped?.listed ?? true,
    receivable: coin.receivable ?? shipped?.receivable ?? false,
  }
}

const withoutUnset = ({ coingecko, defillama }: NonNullable<FileCoin['priceIds']> = {}) => ({
  ...(coingecko !== undefined && { coingecko }),
  ...(defillama !== undefined && { defillama }),
})
