import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from './random.ts'
import type { ApiServer, World } from './world.ts'

type ProcessKind = 'API' | 'watcher' | 'signer' | 'database' | 'database backend' | 'pooler'
/** A takeover destroys the primary for good. */
export type KillKind = ProcessKind | 'takeover'

/** The players of a scenario. */
interface Players {
  noteKill(): void
  /** Time of the last acknowledged operation, by `performance.now()`. */
  readonly acknowledgedAt: number
}

export interface Kill {
  readonly kind: string
  /** Milliseconds from the signal until the victim works again; null if it never did. */
  recoveredMs: number | null
}

const WATCH_HOLDER = "select holder from chain_watch where chain = 'tron-practice'"
const LOOK_EVERY_MS = 50
const RECOVERY_WITHIN_MS = 90_000
/** Maximum time that the standby gets nothing before the primary is lost. */
const LONGEST_HELD_MS = 1_500
/** Maximum wait for a lease without a holder, before another kind is killed instead. */
const FIND_WITHIN_MS = 500

/** Kills parts of the world in an order that follows from the seed, and measures each outage. */
export class Killer {
  readonly kills: Kill[] = []
  readonly #world: World
  readonly #random: SeededRandom
  readonly #load: Players
  readonly #kinds: readonly ProcessKind[]
  readonly #recoveries: Promise<void>[] = []
  /** Killed holders of the signer's lease. */
  readonly #deadSigners = new Set<string>()

  /** @param kinds kinds of victims, each about equally often */
  constructor(world: World, random: SeededRandom, load: Players, kinds: readonly ProcessKind[]) {
    this.#world = world
    this.#random = random
    this.#load = load
    this.#kinds = kinds
  }

  /** Kills `count` victims, each kind about equally often, with takeovers between them, at random times. */
  async run(count: number, takeovers: number, everyMs: number): Promise<void> {
    const plan = this.#random.shuffle<KillKind>([
      ...Array.from({ length: count }, (_, n) => this.#kinds[n % this.#kinds.length] ?? 'API'),
      ...Array.from({ length: takeovers }, () => 'takeover' as const),
    ])
    while (plan.length > 0) {
      await sleep(this.#random.between(0.3 * everyMs, 1.7 * everyMs))
      const pauseMs = this.#random.between(100, 1_200)
      const chosen = await this.#nextPossible(plan)
      if (!chosen) continue
      plan.splice(plan.indexOf(chosen.kind), 1)
      const kill: Kill = { kind: chosen.kind, recoveredMs: null }
      this.kills.push(kill)
      let killedAt = performance.now()
      const hasRecovered = await chosen.begin(pauseMs)
      if (chosen.kind === 'takeover') killedAt = this.#world.db.takeovers.at(-1)?.killedAt ?? killedAt
      this.#load.noteKill()
      this.#recoveries.push(
        waitUntil(hasRecovered, RECOVERY_WITHIN_MS).then((isBack) => {
          if (isBack) kill.recoveredMs = performance.now() - killedAt
        }),
      )
    }
  }

  /** Resolves when every victim is back, or its time is up. */
  async recovered(): Promise<void> {
    await Promise.all(this.#recoveries)
  }

  /** The first kind of the plan whose victim is alive. */
  async #nextPossible(plan: readonly KillKind[]) {
    for (const kind of new Set(plan)) {
      const begin = await this.#prepare(kind)
      if (begin) return { kind, begin }
    }
    return null
  }

  /** @returns a function that kills and then tells how to see the recovery; null while there is no victim */
  async #prepare(kind: KillKind): Promise<((pauseMs: number) => Promise<() => Promise<boolean>>) | null> {
    const { servers } = this.#world
    switch (kind) {
      case 'API': {
        const alive = servers.filter(({ life }) => life.isUp)
        return alive.length === 0 ? null : this.#killServer(this.#random.pick(alive))
      }
      case 'watcher':
        return this.#prepareWatcher()
      case 'signer':
        return this.#world.signer.isUp ? this.#prepareSigner() : null
      case 'database':
        return (await this.#read('select 1')) ? this.#killDatabase : null
      case 'database backend':
        return this.#prepareBackend()
      case 'pooler':
        return this.#killPooler
      case 'takeover':
        return this.#prepareTakeover()
    }
  }

  #killServer({ koi, life }: ApiServer) {
    return async (pauseMs: number) => {
      void life.killAndRestart(pauseMs)
      return () => isReady(koi.origin)
    }
  }

  async #prepareWatcher() {
    const deadline = performance.now() + FIND_WITHIN_MS
    do {
      const row = await this.#read<{ holder: string | null }>(WATCH_HOLDER)
      const holder = row?.holder
      const victim =
        holder && this.#world.servers.find(({ life, log }) => life.isUp && log().includes(holder))
      if (victim) {
        return async (pauseMs: number) => {
          void victim.life.killAndRestart(pauseMs)
          return async () => {
            const now = await this.#read<{ holder: string | null }>(WATCH_HOLDER)
            return now !== null && now.holder !== null && now.holder !== holder
          }
        }
      }
      await sleep(LOOK_EVERY_MS)
    } while (performance.now() < deadline)
    return null
  }

  async #prepareSigner() {
    const holderNow = async () => (await this.#read<{ holder: string }>('select holder from signer'))?.holder
    const holder = await holderNow()
    return async (pauseMs: number) => {
      if (holder !== undefined) this.#deadSigners.add(holder)
      void this.#world.signer.killAndRestart(pauseMs)
      return async () => {
        const now = await holderNow()
        return now !== undefined && !this.#deadSigners.has(now)
      }
    }
  }

  readonly #killDatabase = async (pauseMs: number) => {
    const { db } = this.#world
    await db.killPrimary()
    let isBack = false
    void sleep(pauseMs)
      .then(() => db.startPrimary())
      .then(() => (isBack = true))
    return async () => isBack && (await this.#areServersReady())
  }

  /** A process that serves a connection: after its kill the database ends all others, too, and recovers. */
  async #prepareBackend() {
    const row = await this.#read<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'koi' order by md5(pid::text || $1) limit 1`,
      [String(this.#random.next())],
    )
    const before = await this.#databaseBirth()
    if (!row || before === undefined) return null
    return async () => {
      process.kill(row.pid, 'SIGKILL')
      return async () => {
        const now = await this.#databaseBirth()
        return now !== undefined && now !== before && (await this.#areServersReady())
      }
    }
  }

  readonly #killPooler = async (pauseMs: number) => {
    const { pooler } = this.#world.db
    await pooler.kill()
    let isBack = false
    void sleep(pauseMs)
      .then(() => pooler.start())
      .then(() => (isBack = true))
    return async () => isBack && (await this.#areServersReady())
  }

  /** Only while the standby has everything: a promotion would lose the rest. */
  async #prepareTakeover() {
    const { db } = this.#world
    const sender = await db.findSender().catch(() => null)
    if (sender === null) return null
    return async (pauseMs: number) => {
      const takeover = await db.losePrimary(sender, this.#random.between(0, LONGEST_HELD_MS))
      void sleep(pauseMs).then(() => db.takeOver(takeover))
      return async () => {
        const { promotedAt } = takeover
        if (promotedAt === null || this.#load.acknowledgedAt < promotedAt) return false
        return this.#areServersReady()
      }
    }
  }

  /** The time when the database last started or recovered. */
  async #databaseBirth() {
    const query = "select backend_start::text as at from pg_stat_activity where backend_type = 'checkpointer'"
    return (await this.#read<{ at: string }>(query))?.at
  }

  /** Only servers that run; others are down on purpose. */
  async #areServersReady(): Promise<boolean> {
    const up = this.#world.servers.filter(({ life }) => life.isUp)
    const ready = await Promise.all(up.map(({ koi }) => isReady(koi.origin)))
    return up.length > 0 && ready.every(Boolean)
  }

  async #read<T extends object>(query: string, values: unknown[] = []): Promise<T | null> {
    try {
      const { rows } = await this.#world.db.query<T>(query, values)
      return rows[0] ?? null
    } catch {
      return null
    }
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(3_000) })
    return ok
  } catch {
    return false
  }
}

async function waitUntil(isTrue: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline) {
    if (await isTrue()) return true
    await sleep(LOOK_EVERY_MS)
  }
  return false
}
