import type { Clock } from '#server/base/clock.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import { repeat } from '#server/base/repeat.ts'
import { PRICE_DECIMALS } from '#server/coins/convert-at.ts'
import type { Price, RateSource } from './rate-source.ts'

const EVERY_MS = 60_000
const LONGEST_MS = 10 * 60_000

interface RefreshOptions {
  readonly db: Database
  readonly clock: Clock
  /** The first one's prices count, the second one's are compared with them. */
  readonly sources: readonly [RateSource, RateSource]
  readonly maxDifferenceBps: number
}

interface Refreshed {
  /** Coins whose price is new. */
  readonly updated: readonly string[]
  /** Coins that only one source knows, or that the two do not agree about, in words. They keep the last good price. */
  readonly doubted: readonly string[]
}

/**
 * Asks both sources and keeps the prices they agree about. What they told last counts by its age in the
 * source, not by when it was asked for.
 * @throws Error when one of them does not answer, and then nothing changes
 */
export async function refreshRates({
  db,
  clock,
  sources,
  maxDifferenceBps,
}: RefreshOptions): Promise<Refreshed> {
  const [first, second] = await Promise.all([sources[0].prices(), sources[1].prices()])
  const updated: string[] = []
  const doubted: string[] = []
  for (const coin of new Set([...first.keys(), ...second.keys()])) {
    const [price, other] = [first.get(coin), second.get(coin)]
    const doubt = doubtOf(coin, price, other, maxDifferenceBps)
    if (doubt !== null || !price || !other) {
      doubted.push(doubt ?? coin)
      continue
    }
    const at = new Date(Math.min(price.at, other.at, clock()))
    const { numUpdatedRows } = await db
      .updateTable('coin')
      .set({ price_usd: toDecimal(price.usd, PRICE_DECIMALS), priced_at: at })
      .where('id', '=', coin)
      // Another process may have newer ones.
      .where('priced_at', '<', at)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) updated.push(coin)
  }
  return { updated, doubted }
}

function doubtOf(
  coin: string,
  price: Price | undefined,
  other: Price | undefined,
  maxDifferenceBps: number,
): string | null {
  if (!price || !other) return `${coin}: one source only`
  const [low, high] = price.usd < other.usd ? [price.usd, other.usd] : [other.usd, price.usd]
  if ((high - low) * 10_000n <= low * BigInt(maxDifferenceBps)) return null
  return `${coin}: ${toDecimal(price.usd, PRICE_DECIMALS)} and ${toDecimal(other.usd, PRICE_DECIMALS)}`
}

interface WatchOptions extends RefreshOptions {
  readonly logger: Logger
  readonly everyMs?: number
}

/**
 * Keeps prices new, beginning at once. After a failure it waits twice as long each time, up to ten minutes.
 * @returns stops it, once what is under way is done
 */
export function watchRates({ logger, everyMs = EVERY_MS, ...options }: WatchOptions): () => Promise<void> {
  let failures = 0
  let lastDoubts = ''

  const refresh = async () => {
    try {
      const { doubted } = await refreshRates(options)
      if (failures > 0) logger.info('prices are told again')
      failures = 0
      const doubts = doubted.join('; ')
      if (doubts !== lastDoubts && doubts !== '') logger.warn({ doubted }, 'the sources of prices disagree')
      lastDoubts = doubts
    } catch (error) {
      failures += 1
      logger.warn({ err: error, failures }, 'prices could not be had')
    }
    return Math.min(everyMs * 2 ** failures, Math.max(everyMs, LONGEST_MS))
  }
  return repeat(refresh).stop
}
