import { parsePrice } from '#server/coins/convert-at.ts'
import { ledgerDecimalsIn, type CoinSeed } from '#server/coins/coins.seed.ts'
import type { KoiFile } from './koi-file.ts'
import { fileError } from './read-koi-file.ts'
import { amountOf } from './withdrawal-config.ts'

/** Counts as a dollar; limits over all coins are in its smallest unit. */
export const UNIT = 'usdt-tron'
export const UNIT_DECIMALS = 6

/**
 * Limits of automatic payments, over all chains, in the smallest unit of USDT. Other coins count by their last price
 * in the database, or by the floor price if that is higher.
 */
export interface SignerLimits {
  /**
   * From this sum on an operator must review. Unreviewed payments of the last 24 hours to the same player or address
   * count too.
   */
  readonly reviewFrom: bigint
  /** In any 24 hours; approved withdrawals count, but are not held up. */
  readonly perDay: bigint
}

export interface CoinRules {
  /** Lowest price of one coin, in 10⁻¹² US dollars. */
  readonly floors: ReadonlyMap<string, bigint>
  /** In the coin's smallest unit, in addition to the limits over all coins. */
  readonly limits: ReadonlyMap<string, SignerLimits>
  readonly decimals: ReadonlyMap<string, number>
  /** True if every withdrawal of a coin without floor and limits needs a review. */
  readonly mustKnow: boolean
}

const STABLE = ['usdt-ethereum', 'usdc-ethereum', 'usdb-blast']
const DOLLAR = parsePrice('1') ?? 0n

/** @throws StartupError */
export function coinRulesOf(
  { signer }: KoiFile,
  coins: readonly CoinSeed[],
  mode: 'practice' | 'live',
): CoinRules {
  const decimals = ledgerDecimalsIn(coins)
  const floors = new Map(STABLE.map((coin): [string, bigint] => [coin, DOLLAR]))
  const limits = new Map<string, SignerLimits>()
  const named = signer?.coins ?? []
  for (const [at, { coin, floorUsd, reviewFrom, perDay }] of named.entries()) {
    const path = `signer.coins[${at}]`
    const kept = decimals.get(coin)
    if (kept === undefined) throw fileError(`${path}.coin: must be a coin that Koi knows, or one of coins`)
    if (named.slice(0, at).some((other) => other.coin === coin)) {
      throw fileError(`${path}.coin: names a coin twice`)
    }
    if ((reviewFrom === undefined) !== (perDay === undefined)) {
      throw fileError(`${path}: has one of reviewFrom and perDay, and needs both or neither`)
    }
    if (floorUsd !== undefined) floors.set(coin, parsePrice(floorUsd) ?? 0n)
    if (reviewFrom === undefined || perDay === undefined) continue
    limits.set(coin, {
      reviewFrom: amountOf(reviewFrom, kept, `${path}.reviewFrom`),
      perDay: amountOf(perDay, kept, `${path}.perDay`),
    })
  }
  return { floors, limits, decimals, mustKnow: mode === 'live' }
}

/** Its worth cannot be understated by a price in the database. */
export const hasFloor = ({ floors }: Pick<CoinRules, 'floors'>, coin: string): boolean =>
  coin === UNIT || floors.has(coin)

export const isKnownCoin = (rules: Pick<CoinRules, 'floors' | 'limits'>, coin: string): boolean =>
  hasFloor(rules, coin) || rules.limits.has(coin)
