import * as v from 'valibot'
import type { Clock } from '#server/base/clock.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { PRICE_DECIMALS } from '#server/coins/convert-at.ts'
import type { Price, RateSource } from './rate-source.ts'

const EVERY_MS = 60_000
/** Maximum pause of all processes, because a restarted one may have the mistake corrected. */
const MAX_PAUSE_MS = 3 * 60_000
const FAILURE = 'prices could not be read'

interface RefreshOptions {
  readonly db: Database
  readonly clock: Clock
  /** The first source's prices are used. The second source's are compared with them. */
  readonly sources: readonly [RateSource, RateSource]
  readonly maxDifferenceBps: number
}

interface Refreshed {
  readonly updated: readonly string[]
  /** Coins whose sources disagree, or that only one source has, with the reason. They keep their old price. */
  readonly doubted: readonly string[]
}

/**
 * Asks both sources and stores the prices on which they agree. A price's age is that at its source.
 * @throws Error when one of them fails, and then nothing changes
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
      // Another process may have stored newer ones.
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

/** Handed to the next process that polls prices. */
const PollStateSchema = v.object({ failures: v.number(), doubts: v.string() })

/**
 * Polls prices, in one of all processes, beginning at once. Failures double the pause, up to three minutes.
 * @returns a function that stops it, after the current poll
 */
export function watchRates({ logger, everyMs = EVERY_MS, ...options }: WatchOptions): () => Promise<void> {
  const longestMs = Math.max(everyMs, MAX_PAUSE_MS)
  return shareJob({
    db: options.db,
    logger,
    everyMs,
    longestMs,
    name: 'prices',
    schema: PollStateSchema,
    async work(before) {
      const failedBefore = before?.failures ?? 0
      try {
        const { doubted } = await refreshRates(options)
        if (failedBefore > 0) logger.info('prices are available again')
        const doubts = doubted.join('; ')
        if (doubts !== (before?.doubts ?? '') && doubts !== '') {
          logger.warn({ doubted }, 'the sources of prices disagree')
        }
        return { result: { failures: 0, doubts } }
      } catch (error) {
        const failures = failedBefore + 1
        logger.warn({ err: error, failures }, FAILURE)
        return {
          result: { failures, doubts: before?.doubts ?? '' },
          pauseMs: Math.min(everyMs * 2 ** failures, longestMs),
        }
      }
    },
    failure: FAILURE,
  })
}
