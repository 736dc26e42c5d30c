import {
  isGivenBack,
  type BetGame,
  type Coin,
  type HistoryCursor,
  type PlayHistory,
  type SettledBet,
} from '#features/play/play-engine.ts'
import { EMPTY_STATS, withBet, type SessionStats } from './session-stats.ts'

const PAGES_AT_ONCE = 40

type CountedBet = Pick<SettledBet, 'stake' | 'payout' | 'multiplier' | keyof Coin>

export interface CoinStats {
  readonly coin: Coin
  readonly stats: SessionStats
}

export interface ReadHistory {
  /** Latest first. */
  readonly bets: readonly CountedBet[]
  /** Where older bets begin; undefined once all are read. */
  readonly next: HistoryCursor | undefined
}

interface ReadOptions {
  /** Undefined to begin with the latest bet. */
  readonly read: ReadHistory | undefined
  readonly signal: AbortSignal
  readonly pages?: number
}

/**
 * Reads on in the stored history, from its latest bet or from where it was left; stops after so many pages, or when
 * `signal` is aborted. Rejects as the engine's history does.
 */
export async function readOn(
  history: Pick<PlayHistory, 'page'>,
  game: BetGame | undefined,
  { read, signal, pages = PAGES_AT_ONCE }: ReadOptions,
): Promise<ReadHistory> {
  const bets: CountedBet[] = [...(read?.bets ?? [])]
  let next = read?.next
  for (let page = 0; page < pages && !signal.aborted; page += 1) {
    const found = await history.page({ game }, next)
    for (const bet of found.bets) {
      if (isGivenBack(bet)) continue
      const { stake, payout, multiplier, coin, symbol, decimals, isDemo } = bet
      bets.push({ stake, payout, multiplier, coin, symbol, decimals, isDemo })
    }
    next = found.next
    if (next === undefined) break
  }
  return { bets, next }
}

/** The coin of the latest bet comes first. */
export function statsByCoin(bets: readonly CountedBet[]): readonly CoinStats[] {
  const byCoin = new Map<string, CountedBet[]>()
  for (const bet of bets) {
    const known = byCoin.get(bet.coin)
    if (known) known.push(bet)
    else byCoin.set(bet.coin, [bet])
  }
  return [...byCoin.values()].flatMap((ofCoin) => {
    const [latest] = ofCoin
    if (!latest) return []
    const { coin, symbol, decimals, isDemo } = latest
    return [{ coin: { coin, symbol, decimals, isDemo }, stats: ofCoin.reduceRight(withBet, EMPTY_STATS) }]
  })
}
