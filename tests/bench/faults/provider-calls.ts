import { createPrivateKey, randomUUID, sign, type KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROVIDER_BASE } from '../../support/hub88-house.ts'
import { hub88Body } from '../../support/provider-drivers.ts'
import { SeededRandom } from './random.ts'
import type { World } from './world.ts'

/** Share of calls that are sent twice. */
const TWICE = 0.25
/** Share of calls whose first answer is lost. */
const LOST = 0.1
/** A provider's patience. */
const TIMEOUT_MS = 1_000
const BET_TRIES = 3
const TRY_AGAIN_MS = [100, 800] as const
/** The provider of a call that it never got an answer to asks again, for ever. */
const UNKNOWN = 'RS_ERROR_UNKNOWN'
const OK = 'RS_OK'
const MISSING = 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST'

export interface Seat {
  readonly n: number
  readonly uid: number
  readonly user: string
  readonly token: string
}

const PATHS = { bet: '/transaction/bet', win: '/transaction/win', 'roll-back': '/transaction/rollback' }

/** A call as the provider has it in its own books. */
export interface ProviderOperation {
  readonly kind: keyof typeof PATHS
  readonly seat: Seat
  readonly id: string
  readonly round: string
  readonly of: string | null
  /** In smallest units; of a roll-back, that of what it takes back. */
  readonly amount: bigint
  readonly closes: boolean
  readonly isTwice: boolean
  readonly random: SeededRandom
  sent: number
  /** The answer that counts, the same bytes each time; null before it. */
  acknowledged: string | null
  /** True if the provider holds that it was done. */
  isDone: boolean
}

/** Rounds of a provider's game, as it plays them for its players; it asks again as its protocol says. */
export class ProviderCalls {
  readonly operations: ProviderOperation[] = []
  readonly answers = new Map<string, number>()
  readonly faults: string[] = []
  readonly seats: Seat[] = []
  sent = 0
  acknowledgedAt = 0
  #isOver = false
  #kills = 0
  #running: Promise<unknown> = Promise.resolve()
  readonly #world: World
  readonly #seed: number
  readonly #key: KeyObject

  constructor(world: World, seed: number, privatePem: string) {
    this.#world = world
    this.#seed = seed
    this.#key = createPrivateKey(privatePem)
  }

  /** @param everyMs average pause of each player between two rounds */
  start(everyMs: number): void {
    this.#running = Promise.all(this.seats.map((seat) => this.#play(seat, everyMs)))
  }

  noteKill(): void {
    this.#kills += 1
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async #play(seat: Seat, everyMs: number): Promise<void> {
    const random = new SeededRandom(this.#seed, `player ${seat.n}`)
    await sleep(random.between(0, everyMs))
    for (let n = 0; !this.#isOver; n += 1) {
      await this.#round(seat, new SeededRandom(this.#seed, `round ${seat.n} ${n}`))
      await sleep(random.between(0.2 * everyMs, 1.8 * everyMs))
    }
  }

  async #round(seat: Seat, random: SeededRandom): Promise<void> {
    const round = randomUUID()
    const amountOf = () => BigInt(Math.floor(random.between(1, 500))) * 10_000n
    const open = (
      kind: ProviderOperation['kind'],
      of: ProviderOperation | null,
      amount: bigint,
      closes = false,
    ) => {
      const isTwice = random.chance(TWICE)
      const call = {
        kind,
        seat,
        id: randomUUID(),
        round,
        of: of?.id ?? null,
        amount,
        closes,
        isTwice,
        random,
      }
      const operation: ProviderOperation = { ...call, sent: 0, acknowledged: null, isDone: false }
      this.operations.push(operation)
      return operation
    }
    const back = async (what: ProviderOperation) => {
      await this.#submit(open('roll-back', what, what.amount))
      what.isDone = false
    }
    const bet = open('bet', null, amountOf())
    switch (
      random.pick([
        'won',
        'won',
        'won',
        'lost',
        'win first',
        'back first',
        'back',
        'win back',
        'back late',
      ] as const)
    ) {
      case 'won':
        if (!(await this.#bet(bet, back))) return
        if (random.chance(0.3)) await this.#submit(open('win', bet, amountOf()))
        return this.#submit(open('win', bet, amountOf(), true))
      case 'lost':
        if (!(await this.#bet(bet, back))) return
        return this.#submit(open('win', bet, 0n, true))
      case 'win first': {
        const win = this.#submit(open('win', bet, amountOf(), true))
        await sleep(random.between(0, 60))
        // Its win waits for it: such a bet is not given up.
        await Promise.all([this.#submit(bet), win])
        return
      }
      case 'back first': {
        const first = back(bet)
        await sleep(random.between(0, 40))
        await Promise.all([this.#submit(bet), first])
        // Whichever came first, the provider holds that it does not stand, and makes sure.
        return back(bet)
      }
      case 'back':
        if (await this.#bet(bet, back)) await back(bet)
        return
      case 'win back': {
        if (!(await this.#bet(bet, back))) return
        const win = open('win', bet, amountOf(), true)
        await this.#submit(win)
        return back(win)
      }
      case 'back late': {
        if (!(await this.#bet(bet, back))) return
        const win = open('win', bet, 0n, true)
        await this.#submit(win)
        const kills = this.#kills
        while (this.#kills === kills && !this.#isOver) await sleep(100)
        return back(bet)
      }
    }
  }

  /** @returns true if it was taken; one that nobody has answered in time is rolled back */
  async #bet(bet: ProviderOperation, back: (bet: ProviderOperation) => Promise<void>): Promise<boolean> {
    const isAnswered = await this.#submitTwice(bet, (first) => this.#try(bet, first, BET_TRIES))
    if (isAnswered) return bet.isDone
    await back(bet)
    return false
  }

  /** Sends it until it is answered. */
  async #submit(operation: ProviderOperation): Promise<void> {
    await this.#submitTwice(operation, (first) => this.#try(operation, first, Infinity))
  }

  /** Some calls go to both processes at once, some again later. */
  async #submitTwice(
    { isTwice, random }: ProviderOperation,
    send: (server: number) => Promise<boolean>,
  ): Promise<boolean> {
    const first = Math.floor(random.between(0, 2))
    if (!isTwice) return send(first)
    if (random.chance(0.7)) return (await Promise.all([send(first), send(first + 1)])).some(Boolean)
    const isAnswered = await send(first)
    await sleep(random.between(0, 2_000))
    return (await send(first + 1)) || isAnswered
  }

  async #try(operation: ProviderOperation, first: number, tries: number): Promise<boolean> {
    const { random } = operation
    for (let tried = 0; tried < tries; tried += 1) {
      const patienceMs = tried === 0 && random.chance(LOST) ? random.between(1, 25) : TIMEOUT_MS
      operation.sent += 1
      if (this.#take(operation, await this.#send(operation, first + tried, patienceMs))) return true
      await sleep(random.between(...TRY_AGAIN_MS))
    }
    return false
  }

  async #send(
    { kind, seat, id, round, of, amount, closes }: ProviderOperation,
    server: number,
    patienceMs: number,
  ): Promise<string | null> {
    const { servers } = this.#world
    const origin = servers[server % servers.length]?.koi.origin ?? ''
    const said = { user: seat.user, token: seat.token, id, round, closes }
    const body =
      kind === 'bet'
        ? hub88Body({ ...said, amount })
        : hub88Body(kind === 'win' ? { ...said, amount } : said, { reference_transaction_uuid: of })
    this.sent += 1
    try {
      const response = await fetch(origin + PROVIDER_BASE + PATHS[kind], {
        method: 'POST',
        signal: AbortSignal.timeout(Math.ceil(patienceMs)),
        headers: {
          'content-type': 'application/json',
          'x-hub88-signature': sign('RSA-SHA256', body, this.#key).toString('base64'),
        },
        body: body.toString(),
      })
      const text = await response.text()
      if (response.status === 200) return text
      // Hundreds of calls that it has given up wait while the database is away: more are refused unread.
      if (response.status === 429) this.answers.set('429', (this.answers.get('429') ?? 0) + 1)
      else this.faults.push(`${kind} ${id} was answered with ${response.status} ${text}`)
      return null
    } catch {
      return null
    }
  }

  /** @returns true if the answer counts */
  #take(operation: ProviderOperation, text: string | null): boolean {
    const status = text === null ? 'none' : (JSON.parse(text) as { status: string }).status
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
    if (text === null || status === UNKNOWN) return false
    const { kind, id, acknowledged } = operation
    // The bet may be on its way.
    if (kind === 'win' && status === MISSING) return false
    this.acknowledgedAt = performance.now()
    if (acknowledged !== null && acknowledged !== text) {
      this.faults.push(`${kind} ${id} was first answered ${acknowledged}, then ${text}`)
    }
    operation.isDone ||= acknowledged === null && status === OK && kind !== 'roll-back'
    operation.acknowledged ??= text
    if (status !== OK && !isExpected(operation, status))
      this.faults.push(`${kind} ${id} was answered ${status}`)
    return true
  }
}

const isExpected = ({ kind }: ProviderOperation, status: string) =>
  kind === 'roll-back'
    ? status === MISSING
    : kind === 'bet'
      ? status === 'RS_ERROR_TRANSACTION_ROLLED_BACK' || status === 'RS_ERROR_NOT_ENOUGH_MONEY'
      : false
