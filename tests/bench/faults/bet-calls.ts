import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isGood, type Answer } from './ask.ts'
import type { SeededRandom } from './random.ts'
import { ServerCalls } from './server-calls.ts'

/** Of all operations, so many are sent twice. */
const TWICE = 0.25
/** Of bets whose answer was lost and that are not there, so many are sent again; the others are given up, as in the app. */
const SENT_AGAIN = 0.7
/** As the app: what was given up so long ago and is not there will never be there. */
const CERTAIN_AFTER_MS = 30_000
const LOOK_EVERY_MS = 400

export const PLAY_KINDS = ['bet', 'step', 'cash-out', 'auto-play', 'stop', 'seeds'] as const
export type PlayKind = (typeof PLAY_KINDS)[number]

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** What one click of a player asks for, however often it is sent. */
export interface PlayOperation {
  readonly kind: PlayKind
  readonly uid: number
  readonly token: string
  /** Idempotency key; of a stop a name that no request has. */
  readonly key: string
  readonly request: Request
  readonly random: SeededRandom
  /** Whether a bet is sent again when it is not there. */
  readonly isInsisted: boolean
  /** Requests sent for it. */
  sent: number
  isTwice: boolean
  /** What the first 2xx answer held; null while there was none. */
  acknowledged: Answer['data'] | null
  /** What it was refused with last. */
  refused: string | null
  /** A request ended without saying whether it was done. */
  isDoubtful: boolean
  /** So long after the last request it is not there: it will not be done. */
  isGone: boolean
}

/** Refusals that a player may get: anything else is a fault of the server. */
const REFUSALS: Readonly<Record<PlayKind, readonly string[]>> = {
  bet: ['insufficient_funds', 'round_open', 'limit_reached', 'payout_too_large', 'auto_play_ended'],
  step: ['payout_too_large'],
  'cash-out': [],
  'auto-play': [],
  stop: [],
  seeds: ['round_open', 'seed_commitment_wrong'],
}
/** A repetition of them is answered as the first one was, never refused. */
const REPEATED_ALIKE: readonly PlayKind[] = ['bet', 'step', 'cash-out', 'auto-play']

/** Calls that insist on an answer, through kills, a quarter of them sent twice. */
export class BetCalls extends ServerCalls {
  readonly operations: PlayOperation[] = []
  #isOver = false
  #kills = 0

  /** For those who send again after a kill. */
  noteKill(): void {
    this.#kills += 1
  }

  /** Nobody waits for a kill any more. */
  end(): void {
    this.#isOver = true
  }

  /**
   * Sends it, again and again after errors, and some twice: at once, later, after a kill, to the other server.
   * @returns what was answered; null when it was refused, or is known to be lost
   */
  async submit(
    asked: Pick<PlayOperation, 'kind' | 'uid' | 'token' | 'random'> & {
      readonly isInsisted?: boolean
      readonly request: (key: string) => Request
    },
  ): Promise<Answer['data'] | null> {
    const { random } = asked
    const key = randomUUID()
    const operation: PlayOperation = {
      ...asked,
      key,
      request: asked.request(key),
      sent: 0,
      acknowledged: null,
      refused: null,
      isTwice: random.chance(TWICE),
      isDoubtful: false,
      isGone: false,
      isInsisted: asked.isInsisted ?? random.chance(SENT_AGAIN),
    }
    this.operations.push(operation)
    const first = Math.floor(random.between(0, this.world.servers.length))
    if (operation.isTwice) await this.#sendTwice(operation, first)
    else await this.#insistOn(operation, first)
    return operation.acknowledged
  }

  async #sendTwice(operation: PlayOperation, first: number): Promise<void> {
    const { random } = operation
    const second = random.chance(0.5) ? first : first + 1
    const when = random.pick(['at once', 'later', 'after a kill'] as const)
    const pauseMs = random.between(50, 4_000)
    if (when === 'at once') {
      await Promise.all([this.#insistOn(operation, first), this.#insistOn(operation, second)])
      return
    }
    await this.#insistOn(operation, first)
    // Its player plays on: the repetition comes late.
    this.#late.add(this.#again(operation, second, when === 'later' ? pauseMs : null))
  }

  readonly #late = new Set<Promise<void>>()

  async #again(operation: PlayOperation, server: number, pauseMs: number | null): Promise<void> {
    const kills = this.#kills
    if (pauseMs !== null) await sleep(pauseMs)
    else while (this.#kills === kills && !this.#isOver) await sleep(100)
    await this.#insistOn(operation, server)
  }

  /** Resolves when everything that was sent twice has its answers. */
  async settled(): Promise<void> {
    await Promise.all(this.#late)
  }

  async #insistOn(operation: PlayOperation, firstServer: number): Promise<void> {
    const { kind, token, request, random } = operation
    for (let tried = 0; ; tried++) {
      const wasDone = operation.acknowledged !== null
      const answer = await this.#sendOperation(operation, firstServer + tried)
      if (isGood(answer)) return this.#acknowledge(operation, answer)
      const { status, code } = answer
      if (REFUSALS[kind].includes(code)) {
        if (wasDone && REPEATED_ALIKE.includes(kind))
          this.#fault(operation, `was done, then refused: ${code}`)
        operation.refused = code
        return
      }
      if (code !== 'rate_limited') operation.isDoubtful = true
      if (status !== 0 && code !== 'unavailable' && code !== 'rate_limited') {
        this.#fault(operation, `was answered with ${status} ${code}`)
        if (status < 500) return
      }
      if (kind === 'bet' && (await this.#lookUp(operation, firstServer + tried))) return
      if (kind === 'seeds') {
        const seeds = await this.insist('GET', '/seeds', { token })
        if (seeds['serverSeedHash'] === request.body?.['nextServerSeedHash']) return
      }
      await sleep(100 + random.between(0, 800))
    }
  }

  /** Asks what became of a bet, by its key. Whether that is known now. */
  async #lookUp(operation: PlayOperation, firstServer: number): Promise<boolean> {
    const { key, token, isInsisted } = operation
    const lostAt = performance.now()
    for (let tried = 0; ; tried++) {
      const [wasDone, sent] = [operation.acknowledged !== null, operation.sent]
      const answer = await this.send(firstServer + tried, 'GET', `/bets/by-key/${key}`, { token })
      if (isGood(answer)) {
        this.#acknowledge(operation, answer)
        return true
      }
      if (answer.code === 'not_found') {
        if (wasDone) this.#fault(operation, 'was done, and then was not there')
        if (isInsisted) return false
        if (performance.now() - lostAt > CERTAIN_AFTER_MS) {
          operation.isGone = operation.sent === sent
          return true
        }
      } else if (answer.status !== 0 && answer.code !== 'unavailable' && answer.code !== 'rate_limited') {
        this.#fault(operation, `was looked for, and the answer was ${answer.status} ${answer.code}`)
        return true
      }
      await sleep(LOOK_EVERY_MS)
    }
  }

  #acknowledge(operation: PlayOperation, { data }: Answer): void {
    const before = operation.acknowledged
    this.acknowledgedAt = performance.now()
    this.keepReceipt(operation.uid, data['receipt'])
    operation.acknowledged ??= data
    if (before === null) return
    const [first, now] = [before, data].map((each) => JSON.stringify(unchanging(operation.kind, each)))
    if (first !== now) this.#fault(operation, `was first ${first}, then ${now}`)
  }

  #fault({ kind, uid, key }: PlayOperation, what: string): void {
    this.faults.push(`${kind} ${key} of player ${uid} ${what}`)
  }

  #sendOperation(operation: PlayOperation, server: number): Promise<Answer> {
    const { token, request } = operation
    operation.sent += 1
    operation.isGone = false
    return this.send(server, request.method, request.path, { token, body: request.body })
  }
}

/** What every answer to the same request has to say. */
function unchanging(kind: PlayKind, data: Answer['data']): unknown {
  const play = (data['bet'] ?? data['round']) as Record<string, unknown> | undefined
  if (!play) return kind === 'seeds' ? data['revealed'] : data['id']
  const { id, game, coin, stake } = play
  const { serverSeedHash, nonce } = play['seeds'] as Record<string, unknown>
  const placed = { id, game, coin, stake, serverSeedHash, nonce }
  // A round has gone on since it was begun; the answer to a step stays what it was.
  const isRoundBet = kind === 'bet' && (data['round'] !== undefined || play['endedBy'] !== undefined)
  if (isRoundBet) return placed
  const { outcome, multiplier, payout, steps } = play
  const { receipt } = (data['receipt'] ?? {}) as { receipt?: string }
  return { ...placed, status: data['status'], outcome, multiplier, payout, steps, receipt }
}
