import { sql } from 'kysely'
import * as v from 'valibot'
import { CountSchema, MomentSchema } from '#contract/values.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import type { Database } from '#server/db/tables.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { readDifferences, type Difference } from './differences.ts'
import { readHeldMoney } from './held-money.ts'

const EVERY_MS = 60_000
/** Leaves the watcher time for its first rounds. */
const FIRST_MS = 60_000
/** After this time without a successful round or a new block, arrivals are no longer seen. */
const STALE_MS = 5 * 60_000
/** In final blocks; a round reads many more. */
const MAX_UNREAD_BLOCKS = 20
/** A difference that disappears sooner may come from a node that lags behind. */
const UNSETTLED_MS = 30 * 60_000
const MAX_LISTED = 20
const [HOUR_MS, DAY_MS] = [60 * 60_000, 24 * 60 * 60_000]

const ChainHealthSchema = v.object({
  /** Identifier in the ledger. */
  chain: v.string(),
  /** `alarm` when the chain is not read or a balance differs. */
  status: v.picklist(['sound', 'alarm']),
  headBlock: v.nullable(CountSchema),
  headAt: v.nullable(MomentSchema),
  /** ISO date-time of the last successful round. */
  checkedAt: v.nullable(MomentSchema),
  /** Balances of the house that have differed for more than half an hour. */
  unsettled: CountSchema,
})
export type ChainHealth = v.InferOutput<typeof ChainHealthSchema>

/** `told` maps the key of each alarm to its time, so that the next process does not repeat it. */
const FoundSchema = v.object({
  chains: v.array(ChainHealthSchema),
  told: v.record(v.string(), v.number()),
  newestHeld: v.number(),
  /** Reading and settling positions of each chain. A position that moves means catching up, not a standstill. */
  positions: v.record(v.string(), v.string()),
})

interface Alarm {
  /** Stays the same for the same problem. */
  readonly key: string
  readonly fields: Readonly<Record<string, unknown>> & { readonly alarm: string }
  readonly text: string
  /** Repeats after this time. */
  readonly againMs: number
  /** Repeats at once, because something was added. */
  readonly isNews?: boolean
}

interface WatchOptions {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  /** Real chains that are watched, by their identifiers in the ledger. */
  readonly chains: readonly string[]
  readonly everyMs?: number
  readonly firstMs?: number
}

export interface ArrivalsWatch {
  /** Empty before the first check. */
  health(): readonly ChainHealth[]
  stop(): Promise<void>
}

/**
 * Raises alarms, in one of all processes, for a chain that is not read, a balance that differs, and money that was
 * credited to nobody.
 */
export function watchArrivals({
  db,
  clock,
  logger,
  chains,
  everyMs = EVERY_MS,
  firstMs = FIRST_MS,
}: WatchOptions): ArrivalsWatch {
  let health: readonly ChainHealth[] = []
  const stop = shareJob({
    db,
    logger,
    everyMs,
    firstMs,
    name: 'arrivals',
    schema: FoundSchema,
    async work(before) {
      const now = clock()
      const found = await readChains(db, chains, { now, before: before?.positions ?? {} })
      const held = await readHeldMoney(db)
      const waiting: Alarm = {
        key: 'held',
        fields: { alarm: 'held_money', count: held.count, lines: held.lines },
        text: 'money waits for the operator',
        againMs: DAY_MS,
        isNews: held.newestAt > (before?.newestHeld ?? 0),
      }
      const alarms = [...found.flatMap(({ alarms }) => alarms), ...(held.count > 0 ? [waiting] : [])]
      const told: Record<string, number> = {}
      for (const { key, fields, text, againMs, isNews = false } of alarms) {
        const at = before?.told[key]
        const isDue = isNews || at === undefined || now - at >= againMs
        if (isDue) logger.error(fields, text)
        told[key] = isDue ? now : at
      }
      for (const key of Object.keys(before?.told ?? {})) {
        if (!(key in told)) logger.info({ was: key }, 'an alarm is over')
      }
      return {
        result: {
          chains: found.map((each) => each.health),
          told,
          newestHeld: Math.max(held.newestAt, before?.newestHeld ?? 0),
          positions: Object.fromEntries(found.flatMap(({ positions }) => Object.entries(positions))),
        },
      }
    },
    onResult: (result) => void (health = result.chains),
    failure: 'the watch of arrivals failed',
  })
  return { health: () => health, stop }
}

/** A difference of 0 means that the balance could not be read. */
function meaningOf(difference: string): readonly [alarm: string, text: string] {
  if (difference === '0') return ['balance_unread', 'a balance of the house cannot be read']
  return difference.startsWith('-')
    ? ['money_missing', 'the house holds less than the recorded transfers']
    : ['money_unknown', 'the house holds more than the recorded transfers']
}

/** A balance that is read once a day may be newer than the recorded transfers. So it must differ in a second reading. */
function isUnsettled({ unsettled_since, compared_at }: Difference, now: number): boolean {
  const since = unsettled_since.getTime() + UNSETTLED_MS
  return since < now && (compared_at === null || compared_at.getTime() >= since)
}

interface WatchedChain {
  readonly chain: string
  readonly head_at: Date | null
  readonly final_block: string
  readonly final_until: Date
  /** Block number; null for TRON, whose position is a time. */
  readonly position: string | null
}

/** A few final blocks wait for the next round; more mean that the chain is not read. */
function isBehind({ chain, head_at, final_block, final_until, position }: WatchedChain): boolean {
  if (position !== null) return Number(final_block) - Number(position) > MAX_UNREAD_BLOCKS
  // Test networks may have no transfer for hours.
  return chain === 'tron' && head_at !== null && head_at.getTime() - final_until.getTime() > UNSETTLED_MS
}

/** Position up to which balances are settled: a block number, or milliseconds on TRON. */
async function readProven(db: Database, chains: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const houses = await db
    .selectFrom('house_balance')
    .select(['chain', ({ fn }) => fn.max('settled_block').as('at')])
    .where('chain', 'in', [...chains, ''])
    // Differences have an alarm of their own.
    .where('unsettled_since', 'is', null)
    .groupBy('chain')
    .execute()
  const players = await db
    .selectFrom('deposit_address')
    .select(['chain', sql<Date>`min(coalesce(compared_at, created_at))`.as('at')])
    .where('chain', 'in', [...chains, ''])
    .where('unsettled_since', 'is', null)
    .groupBy('chain')
    .execute()
  return new Map([
    ...houses.flatMap(({ chain, at }) => (at === null ? [] : [[chain, Number(at)] as const])),
    ...players.map(({ chain, at }) => [chain, at.getTime()] as const),
  ])
}

/** EVM balances are settled whenever reading reaches the last final block, TRON addresses once a day. */
function isProofBehind(row: WatchedChain | undefined, proven: number | undefined, now: number): boolean {
  if (!row || proven === undefined) return false
  if (row.position === null) return row.chain === 'tron' && now - proven > 2 * DAY_MS
  // Balances are not settled during catch-up.
  return !isBehind(row) && Number(row.final_block) - proven > 2 * MAX_UNREAD_BLOCKS
}

interface Looking {
  readonly now: number
  readonly before: Readonly<Record<string, string>>
}

async function readChains(db: Database, chains: readonly string[], { now, before }: Looking) {
  const rows = await db
    .selectFrom('chain_watch')
    .leftJoin('evm_position', 'evm_position.chain', 'chain_watch.chain')
    .select(['chain_watch.chain', 'head_block', 'head_at', 'checked_at', 'final_block', 'final_until'])
    .select('evm_position.block as position')
    .where('chain_watch.chain', 'in', [...chains, ''])
    .execute()
  const unsettled = (await readDifferences(db)).filter((each) => isUnsettled(each, now))
  const proofs = await readProven(db, chains)
  return chains.map((chain) => {
    const row = rows.find((each) => each.chain === chain)
    const isOld = (at: Date | null | undefined) => !at || now - at.getTime() > STALE_MS
    const position = row?.position ?? row?.final_until.toISOString() ?? ''
    const isStuck = row !== undefined && isBehind(row) && before[chain] === position
    const proven = proofs.get(chain)
    const isUnproven = isProofBehind(row, proven, now) && before[`${chain} proven`] === String(proven)
    const isStale = isOld(row?.checked_at) || isOld(row?.head_at) || isStuck || isUnproven
    const differences = unsettled.filter((each) => each.chain === chain)
    const stale: Alarm = {
      key: `stale ${chain}`,
      fields: {
        alarm: 'watch_stale',
        chain,
        checkedAt: row?.checked_at,
        headAt: row?.head_at,
        position,
        proven,
      },
      text: 'a chain is not watched: deposits there go unseen',
      againMs: HOUR_MS,
    }
    const alarms = [
      ...(isStale ? [stale] : []),
      ...differences.slice(0, MAX_LISTED).map((each): Alarm => {
        const [alarm, text] = meaningOf(each.difference)
        const key = `${chain} ${each.address} ${each.contract} ${alarm}`
        return { key, fields: { ...each, alarm }, text, againMs: HOUR_MS }
      }),
    ]
    const health: ChainHealth = {
      chain,
      status: alarms.length > 0 ? 'alarm' : 'sound',
      headBlock: row ? Number(row.head_block) : null,
      headAt: row?.head_at?.toISOString() ?? null,
      checkedAt: row?.checked_at?.toISOString() ?? null,
      unsettled: differences.length,
    }
    const positions = {
      [chain]: position,
      ...(proven !== undefined && { [`${chain} proven`]: String(proven) }),
    }
    return { health, alarms, positions }
  })
}
