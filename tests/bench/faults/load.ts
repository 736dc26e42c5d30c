import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Balance } from '#contract/balances.ts'
import { toDecimal } from '#server/coins/units.ts'
import { someAddress } from '../../support/tron-grid.ts'
import { ask, isGood, type Answer, type Call } from './ask.ts'
import { SeededRandom } from './random.ts'
import { PASSWORD, REVIEW_USDT, type World } from './world.ts'

/** Share of operations that are sent twice. */
const TWICE = 0.25
const USDT_DECIMALS = 6
const FEE = '1'
/** Coins that deposits can be received in. */
const RECEIVED = ['wif-solana', 'bonk-solana', 'sol-solana', 'scs-solana'] as const
/** Transfers below the minimum that an address's list takes a day. */
const MOST_SMALL = 4

export type OperationKind = 'deposit' | 'withdrawal' | 'cancellation'

/** One click of a player, however often it is sent. */
export interface Operation {
  readonly kind: OperationKind
  readonly player: Player
  /** Idempotency key; for a cancellation, the withdrawal's id. */
  readonly key: string
  /** USDT in the smallest unit; 0 for a cancellation. */
  readonly amount: bigint
  /** The receiver of a withdrawal, a new address for each. */
  readonly address: string
  /** Separate for each player, so that their actions do not depend on others. */
  readonly random: SeededRandom
  /** Number of requests sent for it. */
  sent: number
  isTwice: boolean
  /** Transaction or withdrawal in the first 2xx answer; null before one. */
  acknowledged: string | null
  /** The code of the last refusal. */
  refused: string | null
  /** A request ended without a known outcome. */
  isDoubtful: boolean
}

export interface Player {
  readonly n: number
  readonly uid: number
  readonly token: string
  readonly receives: string
  readonly address: string
  readonly random: SeededRandom
  small: number
  begun: number
}

/** Refusals that a player may get; others are faults of the server. */
const REFUSALS: Readonly<Record<OperationKind, readonly string[]>> = {
  deposit: [],
  withdrawal: ['insufficient_funds'],
  cancellation: ['withdrawal_under_way'],
}

/** Players who deposit, withdraw and cancel, and retry until they get an answer. */
export class Load {
  readonly operations: Operation[] = []
  readonly players: Player[] = []
  /** Answers that no client should ever see. */
  readonly faults: string[] = []
  readonly answers = new Map<string, number>()
  sent = 0
  /** Time of the last acknowledged operation, by `performance.now()`. */
  acknowledgedAt = 0
  #isOver = false
  #kills = 0
  readonly #world: World
  readonly #seed: number
  #running: Promise<unknown> = Promise.resolve()

  constructor(world: World, seed: number) {
    this.#world = world
    this.#seed = seed
  }

  /** Logs all players in, once, and opens their deposit addresses. */
  async logIn(count: number): Promise<void> {
    for (let n = 1; n <= count; n++) {
      const from = `10.0.${n >> 8}.${n & 255}`
      const random = new SeededRandom(this.#seed, `player ${n}`)
      const receives = random.pick(RECEIVED)
      const login = await this.#insist('POST', '/auth/login', {
        body: { email: `player-${n}@example.test`, password: PASSWORD },
        from,
      })
      const token = String(login['token'])
      const me = await this.#insist('GET', '/user/me', { token })
      // Locked bonuses would change every sum.
      await this.#insist('PUT', '/user/bonus-choice', { token, body: { isAccepted: false } })
      const opened = await this.#insist('PUT', '/user/deposit-address', { token, body: { receives } })
      const address = String(opened['address'])
      this.players.push({ n, uid: Number(me['uid']), token, receives, address, random, small: 0, begun: 0 })
    }
  }

  /** @param everyMs average pause of each player between two operations */
  start(everyMs: number): void {
    this.#running = Promise.all(this.players.map((player) => this.#play(player, everyMs)))
  }

  /** Releases the repeats that wait for a kill. */
  noteKill(): void {
    this.#kills += 1
  }

  /** Starts nothing new, and resolves when every operation has its answer. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  /** Players give up withdrawals that wait for an operator's review. */
  async giveUp(ids: readonly string[]): Promise<void> {
    const waiting = this.operations.filter(
      ({ kind, acknowledged }) =>
        kind === 'withdrawal' && acknowledged !== null && ids.includes(acknowledged),
    )
    await Promise.all(waiting.map((operation) => this.#cancel(operation)))
  }

  /** The player's balances in the API. */
  async balancesOf({ token }: Player): Promise<Balance[]> {
    const data = await this.#insist('GET', '/balances', { token })
    return data as unknown as Balance[]
  }

  async #play(player: Player, everyMs: number): Promise<void> {
    const begun: Promise<void>[] = []
    await sleep(player.random.between(0, everyMs))
    while (!this.#isOver) {
      begun.push(player.random.chance(0.5) ? this.#deposit(player) : this.#withdraw(player))
      await sleep(player.random.between(0.2 * everyMs, 1.8 * everyMs))
    }
    await Promise.all(begun)
  }

  async #deposit(player: Player): Promise<void> {
    const isSmall = player.small < MOST_SMALL && player.random.chance(0.05)
    if (isSmall) player.small += 1
    const amount = BigInt(
      Math.floor(isSmall ? player.random.between(2e4, 9e5) : player.random.between(1e6, 9e7)),
    )
    await this.#submit(
      this.#open({ kind: 'deposit', ...this.#next(player), amount, address: player.address }),
    )
  }

  async #withdraw(player: Player): Promise<void> {
    const isLarge = player.random.chance(0.08)
    const whole = isLarge ? player.random.between(Number(REVIEW_USDT) + 2, 750) : player.random.between(5, 60)
    const amount = BigInt(Math.floor(whole * 1e6))
    const operation = this.#open({
      kind: 'withdrawal',
      ...this.#next(player),
      amount,
      address: someAddress(),
    })
    const isCancelled = operation.random.chance(0.35)
    const pauseMs = operation.random.between(0, 3_000)
    await this.#submit(operation)
    if (!isCancelled || operation.acknowledged === null) return
    await sleep(pauseMs)
    await this.#cancel(operation)
  }

  async #cancel({ player, acknowledged, random }: Operation): Promise<void> {
    const before = this.operations.find(({ kind, key }) => kind === 'cancellation' && key === acknowledged)
    if (before?.acknowledged) return
    const key = acknowledged ?? ''
    const cancellation = { kind: 'cancellation', player, key, amount: 0n, address: '', random } as const
    await this.#submit(before ?? this.#open(cancellation))
  }

  #next(player: Player) {
    const random = new SeededRandom(this.#seed, `operation ${player.n} ${player.begun++}`)
    return { player, key: randomUUID(), random }
  }

  #open(what: Pick<Operation, 'kind' | 'player' | 'key' | 'amount' | 'address' | 'random'>): Operation {
    const isTwice = what.random.chance(TWICE)
    const operation = { ...what, isTwice, sent: 0, acknowledged: null, refused: null, isDoubtful: false }
    this.operations.push(operation)
    return operation
  }

  /** Sends an operation, retries after errors, and repeats some: at once, later, after a kill, to the other server. */
  async #submit(operation: Operation): Promise<void> {
    const first = Math.floor(operation.random.between(0, this.#world.servers.length))
    if (!operation.isTwice) return this.#insistOn(operation, first)
    const second = operation.random.chance(0.5) ? first : first + 1
    const when = operation.random.pick(['at once', 'later', 'after a kill'] as const)
    const pauseMs = operation.random.between(200, 4_000)
    if (when === 'at once') {
      await Promise.all([this.#insistOn(operation, first), this.#insistOn(operation, second)])
      return
    }
    const kills = this.#kills
    await this.#insistOn(operation, first)
    if (when === 'later') await sleep(pauseMs)
    else while (this.#kills === kills && !this.#isOver) await sleep(100)
    await this.#insistOn(operation, second)
  }

  async #insistOn(operation: Operation, firstServer: number): Promise<void> {
    for (let tried = 0; ; tried++) {
      operation.sent += 1
      const answer = await this.#send(firstServer + tried, ...requestOf(operation))
      if (isGood(answer)) return this.#acknowledge(operation, answer)
      const { status, code } = answer
      if (REFUSALS[operation.kind].includes(code)) {
        operation.refused = code
        return
      }
      if (code !== 'rate_limited') operation.isDoubtful = true
      if (status !== 0 && code !== 'unavailable' && code !== 'rate_limited') {
        const { kind, key } = operation
        this.faults.push(`${kind} ${key} was answered with ${status} ${code}`)
        if (status < 500) return
      }
      await sleep(100 + 800 * Math.random())
    }
  }

  #acknowledge(operation: Operation, { data }: Answer): void {
    const { kind, key } = operation
    const named = String(kind === 'deposit' ? data['txId'] : data['id'])
    if (operation.acknowledged !== null && operation.acknowledged !== named) {
      this.faults.push(`${kind} ${key} was first ${operation.acknowledged}, then ${named}`)
    }
    if (kind === 'cancellation' && data['status'] !== 'cancelled') {
      this.faults.push(`${kind} ${key} was answered with a withdrawal that is ${String(data['status'])}`)
    }
    this.acknowledgedAt = performance.now()
    operation.acknowledged ??= named
  }

  /** For calls that belong to no operation. */
  async #insist(method: string, path: string, call: Call): Promise<Record<string, unknown>> {
    for (let tried = 0; tried < 50; tried++) {
      const answer = await this.#send(tried, method, path, call)
      if (isGood(answer)) return answer.data
      await sleep(200)
    }
    throw new Error(`${method} ${path} was never answered`)
  }

  async #send(server: number, method: string, path: string, { token, body, from }: Call): Promise<Answer> {
    const { servers } = this.#world
    const origin = servers[server % servers.length]?.koi.origin ?? ''
    this.sent += 1
    const answer = await ask(origin, method, path, { token, body, from })
    this.answers.set(answer.code, (this.answers.get(answer.code) ?? 0) + 1)
    return answer
  }
}

function requestOf({ kind, player: { token }, key, amount, address }: Operation): [string, string, Call] {
  const money = { amount: toDecimal(amount, USDT_DECIMALS), idempotencyKey: key }
  switch (kind) {
    case 'deposit':
      return ['POST', '/practice/transfers', { token, body: money }]
    case 'withdrawal': {
      const body = {
        ...money,
        coin: 'usdt-tron',
        chain: 'tron-practice',
        fee: FEE,
        address,
        password: PASSWORD,
      }
      return ['POST', '/user/withdrawals', { token, body }]
    }
    case 'cancellation':
      return ['DELETE', `/user/withdrawals/${key}`, { token }]
  }
}

export const usdt = (whole: bigint) => whole * 10n ** BigInt(USDT_DECIMALS)
