// `npm run bench:crash`: rounds of Crash with 1,000 watchers and 200 bettors, who watch too, on one built server (or
// more) with its own PostgreSQL and the clients on the same machine. Measures how long after the crash each client
// hears of it, how long the decision of a cash-out takes, and how much memory a watcher uses. With `--idle` nobody bets
// and streams stay open, to measure growth. Exits with 1 when a figure exceeds its budget, or an event or a stream is
// lost.
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { crashEndOf } from '#rules/crash/crash-curve.ts'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { Bettors } from './crash/bettors.ts'
import { openHouse } from './crash/house.ts'
import { openStreams } from './crash/streams.ts'

const { values } = readOptions({
  usage: `npm run bench:crash -- [--watchers 1000] [--bettors 200] [--processes 1] [--rounds 12] [--idle 5000] [--minutes 10]

  --watchers   who only watch
  --bettors    who watch, bet in every round and cash out
  --processes  servers, over which all are spread
  --rounds     that crash while it is measured
  --idle       streams that are held open instead, while nobody bets
  --minutes    for so long`,
  options: {
    watchers: { type: 'string', default: '1000' },
    bettors: { type: 'string', default: '200' },
    processes: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '12' },
    idle: { type: 'string' },
    minutes: { type: 'string', default: '10' },
  },
})
const [WATCHERS, PROCESSES, ROUNDS] = [values.watchers, values.processes, values.rounds].map(Number) as [
  number,
  number,
  number,
]
const IDLE = values.idle === undefined ? null : Number(values.idle)
const BETTORS = IDLE === null ? Number(values.bettors) : 0
const MOST_EVENT_P99_MS = 250
const MOST_DECISION_P99_MS = 20
const MOST_GROWTH_MB = 20
/** Pause after opening thousands of streams, before memory is measured. */
const SETTLE_MS = 30_000
/** Servers have written their counts of cash-outs by then. */
const COUNTED_MS = 6_000
const LAST_MS = 2_000
/** Not measured: the database plans each statement anew on each new connection. */
const WARM_UP_ROUNDS = 2

const problems: string[] = []
const figures: string[] = []
ensureBuild()
const house = await openHouse({ processes: PROCESSES, bettors: BETTORS })
// Real players have their own machines, so the clients get a lower priority here.
setPriority(constants.priority.PRIORITY_LOW)
try {
  await (IDLE === null ? play() : holdOpen(IDLE, Number(values.minutes)))
} finally {
  await house.stop()
}
console.log(`Measured: ${figures.join('; ')}`)
for (const problem of problems) console.error(`Not good enough: ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)

async function play(): Promise<void> {
  const { origins, db } = house
  const bettors = new Bettors(origins, house.bettors)
  /** For each measured crash, the time at which each stream heard of it. */
  const crashes = new Map<string, number[]>()
  const warmUps = new Set<string>()
  let isMeasuring = false
  const busy = new Set<Promise<void>>()
  await sleep(LAST_MS)
  const [heldBefore, rssBefore] = [await house.heldMb(), house.rssMb()]
  const streams = await openStreams({
    origins,
    count: BETTORS + WATCHERS,
    onRound(event, n, at) {
      const { id, status } = event.round
      if (status === 'crashed' && isMeasuring) crashes.set(id, [...(crashes.get(id) ?? []), at])
      else if (status === 'settled' && !isMeasuring) warmUps.add(id)
      if (n >= BETTORS) return
      const work = bettors.hear(event, n).finally(() => busy.delete(work))
      busy.add(work)
    },
  })
  await sleep(LAST_MS)
  const heldOpen = await house.heldMb()
  while (warmUps.size < WARM_UP_ROUNDS) await sleep(200)
  await sleep(COUNTED_MS)
  await db.deleteFrom('crash_latency').execute()
  bettors.forget()
  isMeasuring = true
  const [cpuBefore, began] = [house.cpuSeconds(), performance.now()]
  while (crashes.size < ROUNDS) await sleep(200)
  await sleep(LAST_MS)
  isMeasuring = false
  const cpu = (house.cpuSeconds() - cpuBefore) / ((performance.now() - began) / 1_000)
  await Promise.all(busy)
  const rounds = await db
    .selectFrom('crash_round')
    .selectAll()
    .where('id', 'in', [...crashes.keys()])
    .execute()
  const delays = rounds.flatMap(({ id, start_at: start, point }) => {
    const crashedAt = (start?.getTime() ?? NaN) + crashEndOf(Number(point ?? NaN))
    return (crashes.get(String(id)) ?? []).map((at) => at - crashedAt)
  })
  const wanted = rounds.length * (BETTORS + WATCHERS)
  if (delays.length !== wanted) problems.push(`${delays.length} of ${wanted} crashes were heard`)
  figures.push(
    `${WATCHERS} watchers and ${BETTORS} bettors on ${PROCESSES === 1 ? 'one process' : `${PROCESSES} processes`}, ${rounds.length} rounds: from the crash to each client ${spread(delays)}`,
  )
  judge('from the crash to the clients', delays, MOST_EVENT_P99_MS)
  await sleep(COUNTED_MS)
  await judgeDecisions(bettors)
  const each = (mb: number) => `${((mb * 1_024) / (WATCHERS + BETTORS)).toFixed(0)} kB`
  figures.push(
    `a watcher takes ${each(heldOpen - heldBefore)} of memory when open, ${each((await house.heldMb()) - heldBefore)} after all, ${each(house.rssMb() - rssBefore)} with garbage; ${(cpu * 100).toFixed(0)}% of a core`,
  )
  if (streams.open() !== WATCHERS + BETTORS) problems.push(`${streams.open()} streams are still open`)
  for (const fault of new Set(bettors.faults)) problems.push(fault)
  streams.close()
}

/** The servers count these times themselves, in steps of 8%. */
async function judgeDecisions({ cashOutsMs, betsMs, lookUpsMs, late }: Bettors): Promise<void> {
  const rows = await house.db
    .selectFrom('crash_latency')
    .select(['at_most_ms', (eb) => eb.fn.sum<string>('cash_outs').as('n')])
    .groupBy('at_most_ms')
    .orderBy('at_most_ms')
    .execute()
  const decisions = rows.flatMap(({ at_most_ms: ms, n }) => Array.from({ length: Number(n) }, () => ms))
  if (decisions.length === 0) problems.push('nobody has cashed out')
  figures.push(
    `decision of a cash-out at the server ${spread(decisions)}`,
    `with its way to the client and back ${spread(cashOutsMs)}, ${late} of ${cashOutsMs.length} after the crash`,
    `bets ${spread(betsMs)}; look-ups at the end of a round ${spread(lookUpsMs)}`,
  )
  judge('the decision of a cash-out', decisions, MOST_DECISION_P99_MS)
}

async function holdOpen(count: number, minutes: number): Promise<void> {
  let heard = 0
  await sleep(LAST_MS)
  const before = await house.heldMb()
  const streams = await openStreams({ origins: house.origins, count, onRound: () => void (heard += 1) })
  await sleep(SETTLE_MS)
  const [open, cpuBefore] = [await house.heldMb(), house.cpuSeconds()]
  const seen: number[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    await sleep(60_000)
    seen.push(await house.heldMb())
  }
  const grown = (seen.at(-1) ?? open) - open
  const cpu = (house.cpuSeconds() - cpuBefore) / (minutes * 60)
  figures.push(
    `${count} streams held for ${minutes} minutes while rounds go on: ${(((open - before) / count) * 1_024).toFixed(1)} kB each without garbage, ${grown.toFixed(1)} MB more at the end than at the beginning (${open.toFixed(0)} MB; each minute ${seen.map((mb) => mb.toFixed(0)).join(', ')}), ${house.rssMb().toFixed(0)} MB of memory with it, ${(cpu * 100).toFixed(0)}% of a core, ${heard} events of rounds heard`,
  )
  if (grown > MOST_GROWTH_MB) problems.push(`memory grew by ${grown.toFixed(0)} MB`)
  if (streams.open() !== count) problems.push(`${streams.open()} of ${count} streams are open`)
  if (heard < count) problems.push('rounds were not heard of')
  streams.close()
}

function judge(what: string, delaysMs: readonly number[], most: number): void {
  const p99 = quantile(delaysMs, 0.99)
  if (!(p99 <= most)) problems.push(`${what}: p99 is ${p99.toFixed(0)} ms`)
}

function spread(delaysMs: readonly number[]): string {
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(delaysMs, share).toFixed(0))
  return `p50 ${p50}, p99 ${p99}, worst ${worst} ms`
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN
}
