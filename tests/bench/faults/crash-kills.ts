import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashStatus } from '#contract/crash.ts'
import { hold, isHolding, letGo } from './crash-log.ts'
import type { Kill } from './kills.ts'
import type { SeededRandom } from './random.ts'
import type { World } from './world.ts'

/** States in which a leader can be killed. */
const STATES = ['committed', 'betting', 'locked', 'running', 'crashed'] as const
type State = (typeof STATES)[number]
/** Short states, in which the leader is held for the kill. */
const HELD: readonly State[] = ['committed', 'locked']
/** Other faults of a run, and how often they happen. */
const OTHERS = { database: 2, beacon: 1, 'clock forward': 1, 'clock back': 1, frozen: 2 }
type Deed = `leader, ${State}` | keyof typeof OTHERS

const LOOK_EVERY_MS = 10
/** A curve to 1,000,000 takes four minutes. */
const WITHIN_MS = 300_000
/** The database has by then written all that a killed process had sent. */
const WRITTEN_MS = 150
const FROZEN_MS = 5_000
/** The longest block time of the practice chain. */
const SILENT_BLOCK_MS = 60_000

/** A leader that was killed or frozen, and the round that it left. */
export interface LeaderLoss {
  readonly round: string
  /** The state of that round, as the next leader finds it. */
  readonly status: CrashStatus
  readonly rest: 'lost' | 'refund' | null
  /** The last sign of life, in milliseconds since the epoch. */
  readonly heardAt: number
  readonly epoch: number
}

interface RoundNow {
  readonly id: string
  readonly status: CrashStatus
  readonly rest: 'lost' | 'refund' | null
  readonly holder: string | null
  readonly epoch: string
  readonly heard: string
}

/** Kills and freezes the leader of Crash in each state of a round, and breaks its dependencies. */
export class CrashKiller {
  readonly kills: Kill[] = []
  readonly losses: LeaderLoss[] = []
  /** Milliseconds from the signal to the next leader. */
  readonly takeoversMs: number[] = []
  /** Periods with a faulty database, clock or beacon, in milliseconds since the epoch. */
  readonly troubles: { readonly kind: string; readonly from: number; to: number }[] = []
  readonly #world: World
  readonly #random: SeededRandom
  readonly #recoveries: Promise<void>[] = []

  constructor(world: World, random: SeededRandom) {
    this.#world = world
    this.#random = random
  }

  /** @param count number of kills of leaders, spread evenly over the states */
  async run(count: number, everyMs: number): Promise<void> {
    const plan = this.#random.shuffle<Deed>([
      ...Array.from(
        { length: count },
        (_, n) => `leader, ${STATES[n % STATES.length] ?? 'betting'}` as const,
      ),
      ...Object.entries(OTHERS).flatMap(([kind, n]) => Array.from({ length: n }, () => kind as Deed)),
    ])
    for (const deed of plan) {
      await sleep(this.#random.between(0.3 * everyMs, 1.7 * everyMs))
      await this.#everybodyUp()
      const kill: Kill = { kind: deed, recoveredMs: null }
      this.kills.push(kill)
      kill.recoveredMs = await this.#do(deed)
      process.stdout.write(
        `${this.kills.length}/${plan.length} ${deed}: ${Math.round(kill.recoveredMs)} ms\n`,
      )
    }
  }

  async recovered(): Promise<void> {
    await Promise.all(this.#recoveries)
  }

  /** @returns milliseconds until everything works again */
  #do(deed: Deed): Promise<number> {
    switch (deed) {
      case 'database':
        return this.#killDatabase()
      case 'beacon':
        return this.#silenceBeacon()
      case 'clock forward':
        return this.#stepClock('SIGUSR2')
      case 'clock back':
        return this.#stepClock('SIGWINCH')
      case 'frozen':
        return this.#loseLeader(this.#random.pick(['betting', 'running']), 'freeze')
      default:
        return this.#loseLeader(deed.slice('leader, '.length) as State, 'kill')
    }
  }

  /** @returns milliseconds from the signal to the next leader */
  async #loseLeader(state: State, how: 'kill' | 'freeze'): Promise<number> {
    const { server, killedAt, now } = await this.#catchLeader(state, how)
    await sleep(WRITTEN_MS)
    if (HELD.includes(state)) await insist(() => letGo(this.#world.db))
    const left = (await this.#now()) ?? now
    this.losses.push({
      round: left.id,
      status: left.status,
      rest: left.rest,
      heardAt: Number(left.heard),
      epoch: Number(left.epoch),
    })
    await waitFor(async () => Number((await this.#now())?.epoch) > Number(now.epoch))
    const takenMs = performance.now() - killedAt
    this.takeoversMs.push(takenMs)
    if (how === 'freeze') {
      await sleep(Math.max(0, FROZEN_MS - takenMs))
      if (server.koi.pid !== undefined) process.kill(server.koi.pid, 'SIGCONT')
    }
    return takenMs
  }

  /** Sends the signal while the leader's round is in this state. */
  async #catchLeader(state: State, how: 'kill' | 'freeze') {
    for (;;) {
      if (HELD.includes(state)) await insist(() => hold(this.#world.db, state))
      await waitFor(async () => {
        if ((await this.#now())?.status !== state) return false
        return !HELD.includes(state) || (await isHolding(this.#world.db))
      })
      if (state === 'betting') await sleep(this.#random.between(0, 5_000))
      if (state === 'running') await sleep(this.#random.between(0, 3_000))
      const now = await this.#now()
      const server = this.#world.servers.find(
        ({ life, log }) => now?.holder && life.isUp && log().includes(`"holder":"${now.holder}"`),
      )
      if (now?.status !== state || !server || server.koi.pid === undefined) continue
      const killedAt = performance.now()
      if (how === 'freeze') process.kill(server.koi.pid, 'SIGSTOP')
      else this.#recoveries.push(server.life.killAndRestart(this.#random.between(100, 1_200)))
      return { server, killedAt, now }
    }
  }

  async #killDatabase(): Promise<number> {
    const { db } = this.#world
    const trouble = this.#trouble('database')
    const killedAt = performance.now()
    await db.killPrimary()
    await sleep(this.#random.between(100, 2_500))
    await db.startPrimary()
    const before = await insist(() => this.#read())
    await this.#goesOnFrom(before)
    trouble.to = Date.now()
    return performance.now() - killedAt
  }

  /** The practice chain makes no block until a round is void. */
  async #silenceBeacon(): Promise<number> {
    const { db } = this.#world
    await waitFor(async () => (await this.#now())?.status === 'betting')
    const round = (await this.#now())?.id
    const trouble = this.#trouble('beacon')
    const began = performance.now()
    const which = `where chain = 'tron-practice'`
    const base = (
      await db.query<{ block_ms: number; base_block: string; base_at: Date }>(
        `select block_ms, base_block, base_at from practice_chain ${which}`,
      )
    ).rows[0]
    if (!base) throw new Error('There is no practice chain')
    await db.query(
      `update practice_chain set block_ms = $1,
         base_block = base_block + floor(extract(epoch from clock_timestamp() - base_at) * 1000 / block_ms),
         base_at = clock_timestamp() ${which}`,
      [SILENT_BLOCK_MS],
    )
    await waitFor(async () => {
      const { rows } = await db.query(`select from crash_round where id = $1 and status = 'void'`, [round])
      return rows.length > 0
    })
    await db.query(`update practice_chain set block_ms = $1, base_block = $2, base_at = $3 ${which}`, [
      ...[base.block_ms, base.base_block, base.base_at],
    ])
    trouble.to = Date.now()
    return performance.now() - began
  }

  /** Steps the leader's clock in the middle of a round. */
  async #stepClock(signal: NodeJS.Signals): Promise<number> {
    const state = this.#random.pick(['betting', 'running'] as const)
    for (;;) {
      await waitFor(async () => (await this.#now())?.status === state)
      await sleep(this.#random.between(200, 2_000))
      const now = await this.#now()
      const leader = this.#world.servers.find(({ log }) => now?.holder && log().includes(now.holder))
      if (now?.status !== state || leader?.koi.pid === undefined) continue
      const trouble = this.#trouble('clock')
      const began = performance.now()
      process.kill(leader.koi.pid, signal)
      await this.#goesOnFrom(now)
      trouble.to = Date.now()
      return performance.now() - began
    }
  }

  #trouble(kind: string) {
    const trouble = { kind, from: Date.now(), to: Infinity }
    this.troubles.push(trouble)
    return trouble
  }

  async #goesOnFrom({ id }: RoundNow): Promise<void> {
    await waitFor(async () => BigInt((await this.#now())?.id ?? 0) > BigInt(id))
  }

  async #everybodyUp(): Promise<void> {
    await waitFor(async () => {
      const { servers } = this.#world
      const ready = await Promise.all(servers.map(({ koi }) => isReady(koi.origin)))
      return ready.every(Boolean) && servers.every(({ life }) => life.isUp)
    })
  }

  async #now(): Promise<RoundNow | undefined> {
    return this.#read().catch(() => undefined)
  }

  async #read(): Promise<RoundNow> {
    const { rows } = await this.#world.db.query<RoundNow>(
      `select crash_round.id, status, rest, holder, crash_leader.epoch, extract(epoch from beat_at) * 1000 as heard
       from crash_round, crash_leader order by crash_round.id desc limit 1`,
    )
    const [row] = rows
    if (!row) throw new Error('There is no round yet')
    return row
  }
}

/** @throws if the condition does not become true in time */
async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('The rounds of Crash do not go on')
    await sleep(LOOK_EVERY_MS)
  }
}

/** Retries while the database is away. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(10 * LOOK_EVERY_MS)
    }
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(3_000) })).ok
  } catch {
    return false
  }
}
