import * as v from 'valibot'
import type { Clock } from '#server/base/clock.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { PRICE_DECIMALS } from '#server/coins/convert-at.ts'
import type { Price, RateSource } from './rate-source.ts'

const EVERY_MS = 60_000
/** For all processes, of which one may be the reason, and for one that is started with what was wrong put right. */
const LONGEST_MS = 3 * 60_000
const FAILURE = 'prices could not be had'

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

/** What the next process has to know that asks. */
const ToldSchema = v.object({ failures: v.number(), doubts: v.string() })

/**
 * Keeps prices new, in one process, beginning at once. After a failure it waits twice as long each time, up to three minutes.
 * @returns stops it, once what is under way is done
 */
export function watchRates({ logger, everyMs = EVERY_MS, ...options }: WatchOptions): () => Promise<void> {
  const longestMs = Math.max(everyMs, LONGEST_MS)
  return shareJob({
    db: options.db,
    logger,
    everyMs,
    longestMs,
    name: 'prices',
    schema: ToldSchema,
    async work(before) {
      const failedBefore = before?.failures ?? 0
      try {
        const { doubted } = await refreshRates(options)
        if (failedBefore > 0) logger.info('prices are told again')
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
