import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashAnswer, CrashBet, CrashStatus } from '#contract/crash.ts'
import { isGood } from './ask.ts'
import { SeededRandom } from './random.ts'
import { ServerCalls } from './server-calls.ts'
import { PASSWORD, type World } from './world.ts'

export const CRASH_KINDS = ['bet', 'cancel', 'cash-out'] as const
type CrashKind = (typeof CRASH_KINDS)[number]

const USDT = 'usdt-tron'
const LOOK_EVERY_MS = 50
/** Share of operations that are sent twice. */
const TWICE = 0.25
/** Cash-outs by hand come within this time of the start. */
const LONGEST_RIDE_MS = 9_000

/** Refusals that a player may get; others are faults of the server. */
const REFUSALS: Readonly<Record<CrashKind, readonly string[]>> = {
  bet: ['betting_closed', 'bets_full', 'insufficient_funds'],
  cancel: ['betting_closed'],
  'cash-out': ['round_not_running', 'round_settled'],
}

export interface CrashPlayer {
  readonly n: number
  readonly uid: number
  readonly token: string
}

/** One tap of a player, however often it is sent. */
export interface CrashOperation {
  readonly kind: CrashKind
  readonly uid: number
  /** Idempotency key; for a cancellation, that of its bet. */
  readonly key: string
  /** Times of the first request and its answer, in milliseconds since the epoch. */
  readonly sentAt: number
  answeredAt: number
  sent: number
  readonly isTwice: boolean
  /** The first answer that confirms it. */
  acknowledged: CrashBet | null
  refused: string | null
  /** A request ended without a known outcome. */
  isDoubtful: boolean
}

interface RoundNow {
  readonly id: string
  readonly status: CrashStatus
  readonly startAt: number | null
}

/** Players who bet in each round, cancel, and cash out, through any server that answers. */
export class CrashPlayers extends ServerCalls {
  readonly players: CrashPlayer[] = []
  readonly operations: CrashOperation[] = []
  readonly #seed: number
  #now: RoundNow | undefined
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()
  readonly #late = new Set<Promise<void>>()

  constructor(world: World, seed: number) {
    super(world)
    this.#seed = seed
  }

  noteKill(): void {}

  async logIn(count: number): Promise<void> {
    for (let n = 1; n <= count; n += 1) {
      const login = await this.insist('POST', '/auth/login', {
        body: { email: `player-${n}@example.test`, password: PASSWORD },
        from: `10.0.0.${n}`,
      })
      const token = String(login['token'])
      const me = await this.insist('GET', '/user/me', { token })
      this.players.push({ n, uid: Number(me['uid']), token })
    }
  }

  /** @param thinkMs maximum pause of a player before a bet */
  start(thinkMs: number): void {
    this.#running = Promise.all([
      this.#follow(),
      ...this.players.map((player) => this.#play(player, thinkMs)),
    ])
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
    await Promise.all(this.#late)
  }

  /** Reads the round from the database, and tells the servers that somebody is there. */
  async #follow(): Promise<void> {
    for (let looks = 0; !this.#isOver; looks += 1) {
      if (looks % 40 === 0) void this.send(looks / 40, 'GET', '/crash', {})
      try {
        const { rows } = await this.world.db.query<{
          id: string
          status: CrashStatus
          start_at: Date | null
        }>('select id, status, start_at from crash_round order by id desc limit 1')
        const [row] = rows
        this.#now = row && { id: row.id, status: row.status, startAt: row.start_at?.getTime() ?? null }
      } catch {
        // The database is away.
      }
      await sleep(LOOK_EVERY_MS)
    }
  }

  async #play(player: CrashPlayer, thinkMs: number): Promise<void> {
    let played: string | undefined
    for (let nth = 0; !this.#isOver;) {
      const now = this.#now
      if (now?.status !== 'betting' || now.id === played) {
        await sleep(LOOK_EVERY_MS)
        continue
      }
      played = now.id
      nth += 1
      const random = new SeededRandom(this.#seed, `crash ${player.n} ${nth}`)
      const bets = random.chance(0.4) ? 2 : 1
      await Promise.all(
        Array.from({ length: bets }, (_, place) =>
          this.#bet(player, new SeededRandom(this.#seed, `bet ${player.n} ${nth} ${place}`), thinkMs),
        ),
      )
    }
  }

  async #bet(player: CrashPlayer, random: SeededRandom, thinkMs: number): Promise<void> {
    await sleep(random.between(0, thinkMs))
    const key = randomUUID()
    const hundredths = Math.floor(random.between(101, 320))
    const body = {
      idempotencyKey: key,
      coin: USDT,
      stake: (random.between(10, 300) / 100).toFixed(2),
      ...(random.chance(0.5) && { autoAt: hundredths / 100 }),
    }
    const bet = await this.#submit('bet', player, key, random, { method: 'POST', path: '/crash/bets', body })
    if (!bet) return
    if (random.chance(0.1)) {
      await sleep(random.between(0, 500))
      await this.#submit('cancel', player, key, random, { method: 'DELETE', path: `/crash/bets/${bet.id}` })
    }
    const startAt = await this.#startOf(bet.round)
    if (startAt === null) return
    let isHalf = random.chance(0.3)
    for (let parts = 0; parts < (isHalf ? 2 : 1); parts += 1) {
      await sleep(Math.max(0, startAt + random.between(0, LONGEST_RIDE_MS) - Date.now()))
      const cashOutKey = randomUUID()
      const taken = await this.#submit('cash-out', player, cashOutKey, random, {
        method: 'POST',
        path: `/crash/bets/${bet.id}/cash-out`,
        body: { idempotencyKey: cashOutKey, share: isHalf ? 50 : 100 },
      })
      if (!taken) isHalf = false
    }
  }

  /** The time when the curve starts; null if the round ends without one. */
  async #startOf(round: string): Promise<number | null> {
    while (!this.#isOver) {
      const now = this.#now
      if (now && now.id !== round) return null
      if (now && now.startAt !== null) return now.startAt
      if (now?.status === 'void') return null
      await sleep(LOOK_EVERY_MS)
    }
    return null
  }

  async #submit(
    kind: CrashKind,
    { uid, token }: CrashPlayer,
    key: string,
    random: SeededRandom,
    request: { readonly method: string; readonly path: string; readonly body?: object },
  ): Promise<CrashBet | null> {
    const operation: CrashOperation = {
      kind,
      uid,
      key,
      sentAt: Date.now(),
      answeredAt: Infinity,
      sent: 0,
      isTwice: random.chance(TWICE),
      acknowledged: null,
      refused: null,
      isDoubtful: false,
    }
    this.operations.push(operation)
    const first = Math.floor(random.between(0, this.world.servers.length))
    const insistOn = async (server: number): Promise<void> => {
      for (let tried = 0; ; tried += 1) {
        const wasDone = operation.acknowledged !== null
        operation.sent += 1
        const answer = await this.send(server + tried, request.method, request.path, {
          token,
          body: request.body,
        })
        if (isGood(answer)) return this.#acknowledge(operation, answer.data as unknown as CrashAnswer)
        if (REFUSALS[kind].includes(answer.code)) {
          if (wasDone) this.#fault(operation, `was done, then refused: ${answer.code}`)
          operation.refused = answer.code
          return
        }
        operation.isDoubtful = true
        if (answer.status !== 0 && answer.code !== 'unavailable' && answer.code !== 'rate_limited') {
          this.#fault(operation, `was answered with ${answer.status} ${answer.code}`)
          if (answer.status < 500) return
        }
        await sleep(100 + random.between(0, 400))
      }
    }
    if (operation.isTwice && random.chance(0.6)) await Promise.all([insistOn(first), insistOn(first + 1)])
    else await insistOn(first)
    if (operation.isTwice && random.chance(0.4))
      this.#late.add(sleep(random.between(50, 9_000)).then(() => insistOn(first + 1)))
    return operation.acknowledged
  }

  #acknowledge(operation: CrashOperation, { bet, receipt }: CrashAnswer): void {
    const before = operation.acknowledged
    this.acknowledgedAt = performance.now()
    this.keepReceipt(operation.uid, receipt)
    operation.answeredAt = Math.min(operation.answeredAt, Date.now())
    operation.acknowledged ??= bet
    if (before && (before.id !== bet.id || before.stake !== bet.stake || before.round !== bet.round))
      this.#fault(operation, `was first bet ${before.id}, then ${bet.id}`)
  }

  #fault({ kind, uid, key }: CrashOperation, what: string): void {
    this.faults.push(`${kind} ${key} of player ${uid} ${what}`)
  }
}
