import type { CrashEvent, CrashListedBet } from '#contract/crash.ts'
import type { Logger } from '#server/base/logger.ts'
import { MOST_BYTES } from '#server/feed/feed-message.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { Json } from '#server/feed/feed-message.ts'
import type { Database } from '#server/db/tables.ts'
import { readRoundBets, type RoundBets } from './crash-list.ts'
import { dollarsOf, toCrashRound, type CrashRow, type Totals } from './crash-rounds.ts'

export const CRASH_TOPIC = 'crash'
/** Published by a process whose player has changed a bet of that round. */
export const CRASH_BETS_TOPIC = 'crash-bets'
/** Published by a process where somebody watches or bets. */
export const CRASH_WANTED_TOPIC = 'crash-wanted'

/** Twice a second at most: each such event goes to everybody who watches. */
const BETS_EVERY_MS = 500
/** Size of changed bets and ids in one event, as JSON in UTF-8; the other fields take the rest. */
const CHANGES_BYTES = MOST_BYTES - 500

const NOTHING: Totals = { bets: 0, staked: 0n, paid: 0n }

interface NewsOptions {
  readonly db: Database
  readonly feed: Pick<Feed, 'publish' | 'follow'>
  readonly logger: Logger
  readonly clock: () => number
}

/** News of the leader about a round. All events come from it, so that they have one order. */
export interface CrashNews {
  /** Tells the round's new status; `seq` counts on from the row. @param chain the last hash of its chain */
  round(row: CrashRow, chain: string): void
  beat(row: CrashRow): void
  /** Tells at once of bets that have changed. Later changes are told without it. */
  flush(): Promise<void>
  changed(): void
  seq(): number
  stop(): void
}

export function createCrashNews({ db, feed, logger, clock }: NewsOptions): CrashNews {
  let current: CrashRow | undefined
  let seq = 0
  let told = new Map<string, string>()
  let toldTotals = NOTHING
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let flushing: Promise<void> = Promise.resolve()

  const publish = (event: CrashEvent) => feed.publish(CRASH_TOPIC, event as Json)

  const stopFollowing = feed.follow([CRASH_BETS_TOPIC], {
    onEvent: ({ data }) => {
      if (data === String(current?.id)) schedule()
    },
    onGap: schedule,
  })

  function schedule(): void {
    if (timer !== undefined || isStopped || !current) return
    timer = setTimeout(() => {
      timer = undefined
      void flush()
    }, BETS_EVERY_MS)
    timer.unref()
  }

  function flush(): Promise<void> {
    flushing = flushing.then(tell).catch((error: unknown) => {
      logger.warn({ err: error }, 'bets of a round could not be told')
    })
    return flushing
  }

  async function tell(): Promise<void> {
    const round = current
    if (!round || isStopped) return
    const bets = await readRoundBets(db, String(round.id))
    if (current?.id === round.id) tellChanges(String(round.id), bets)
  }

  function tellChanges(round: string, { listed, totals }: RoundBets): void {
    const now = new Map(listed.map((bet) => [bet.id, JSON.stringify(bet)]))
    const changed: CrashListedBet[] = listed.filter(({ id }) => told.get(id) !== now.get(id))
    const gone = [...told.keys()].filter((id) => !now.has(id))
    told = now
    const events = packed(changed, gone)
    // Bets that are not listed have come or gone.
    const isMore = totals.bets !== toldTotals.bets || totals.staked !== toldTotals.staked
    toldTotals = totals
    if (events.length === 0 && isMore) events.push({ listed: [], gone: [] })
    for (const changes of events) {
      seq += 1
      publish({
        type: 'bets',
        seq,
        round,
        bets: totals.bets,
        staked: dollarsOf(totals.staked),
        ...changes,
      })
    }
  }

  return {
    round(row, chain) {
      if (current?.id !== row.id) {
        told = new Map()
        toldTotals = NOTHING
      }
      current = row
      seq = row.seq
      publish({
        type: 'round',
        seq,
        now: clock(),
        // The row has its sums once all is settled. Until then the sums of the bets are told, or they would go back to 0.
        round: toCrashRound(row, chain, toldTotals),
        locksAt: row.status === 'betting' ? (row.locks_at?.getTime() ?? null) : null,
      })
    },
    beat: (row) => publish({ type: 'beat', round: String(row.id), now: clock() }),
    flush,
    changed: schedule,
    seq: () => seq,
    stop() {
      isStopped = true
      clearTimeout(timer)
      stopFollowing()
    },
  }
}

type Changes = Pick<Extract<CrashEvent, { type: 'bets' }>, 'listed' | 'gone'>

/** Fills as many events as it takes: names are of any length, and letters of one to six bytes. */
function packed(listed: readonly CrashListedBet[], gone: readonly string[]): Changes[] {
  const events: Changes[] = []
  let bytes = 0
  const eventFor = (change: CrashListedBet | string): Changes => {
    const more = Buffer.byteLength(JSON.stringify(change)) + 1
    const last = events.at(-1)
    if (last && bytes + more <= CHANGES_BYTES) {
      bytes += more
      return last
    }
    bytes = more
    const next: Changes = { listed: [], gone: [] }
    events.push(next)
    return next
  }
  for (const bet of listed) eventFor(bet).listed.push(bet)
  for (const id of gone) eventFor(id).gone.push(id)
  return events
}
