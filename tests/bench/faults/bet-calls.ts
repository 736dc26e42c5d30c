import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isGood, type Answer } from './ask.ts'
import type { SeededRandom } from './random.ts'
import { ServerCalls } from './server-calls.ts'

/** Share of operations that are sent twice. */
const TWICE = 0.25
/** Share of lost and missing bets that are sent again; the app gives up the others. */
const SENT_AGAIN = 0.7
/** As in the app: a missing bet that was given up this long ago will never exist. */
const CERTAIN_AFTER_MS = 30_000
const LOOK_EVERY_MS = 400

export const PLAY_KINDS = ['bet', 'step', 'cash-out', 'auto-play', 'stop', 'seeds', 'claim'] as const
export type PlayKind = (typeof PLAY_KINDS)[number]

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** One click of a player, however often it is sent. */
export interface PlayOperation {
  readonly kind: PlayKind
  readonly uid: number
  readonly token: string
  /** Idempotency key; for a stop, a name that is in no request. */
  readonly key: string
  readonly request: Request
  readonly random: SeededRandom
  /** True if a missing bet is sent again. */
  readonly isInsisted: boolean
  /** Number of requests sent for it. */
  sent: number
  isTwice: boolean
  /** Data of the first 2xx answer; null before one. */
  acknowledged: Answer['data'] | null
  /** The code of the last refusal. */
  refused: string | null
  /** A request ended without a known outcome. */
  isDoubtful: boolean
  /** Missing so long after the last request that it will not be done. */
  isGone: boolean
}

/** Refusals that a player may get; others are faults of the server. */
const REFUSALS: Readonly<Record<PlayKind, readonly string[]>> = {
  bet: ['insufficient_funds', 'round_open', 'limit_reached', 'payout_too_large', 'auto_play_ended'],
  step: ['payout_too_large'],
  'cash-out': [],
  'auto-play': [],
  stop: [],
  seeds: ['round_open', 'seed_commitment_wrong'],
  claim: ['nothing_to_claim'],
}
/** A repeat gets the first answer, and is never refused. */
const REPEATED_ALIKE: readonly PlayKind[] = ['bet', 'step', 'cash-out', 'auto-play', 'claim']

/** Calls that retry until they get an answer, through kills; a quarter of them are sent twice. */
export class BetCalls extends ServerCalls {
  readonly operations: PlayOperation[] = []
  #isOver = false
  #kills = 0

  /** Releases the repeats that wait for a kill. */
  noteKill(): void {
    this.#kills += 1
  }

  /** No repeat waits for a kill any more. */
  end(): void {
    this.#isOver = true
  }

  /**
   * Sends an operation, retries after errors, and repeats some: at once, later, after a kill, to the other server.
   * @returns the answer; null if it was refused, or is known to be lost
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
    // The repeat comes late, and its player goes on.
    this.#late.add(this.#again(operation, second, when === 'later' ? pauseMs : null))
  }

  readonly #late = new Set<Promise<void>>()

  async #again(operation: PlayOperation, server: number, pauseMs: number | null): Promise<void> {
    const kills = this.#kills
    if (pauseMs !== null) await sleep(pauseMs)
    else while (this.#kills === kills && !this.#isOver) await sleep(100)
    await this.#insistOn(operation, server)
  }

  /** Resolves when every repeat has its answer. */
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
      // A refused bet leaves its step free, and before its repeat comes, the next bet may have taken it.
      const isOvertaken = code === 'auto_play_step_taken' && operation.refused !== null
      if (REFUSALS[kind].includes(code) || isOvertaken) {
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

  /** Looks a bet up by its key. @returns true if its outcome is known */
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

/** The part that is the same in every answer to the same request. */
function unchanging(kind: PlayKind, data: Answer['data']): unknown {
  if (kind === 'claim') return data['claim']
  const play = (data['bet'] ?? data['round']) as Record<string, unknown> | undefined
  if (!play) return kind === 'seeds' ? data['revealed'] : data['id']
  const { id, game, coin, stake } = play
  const { serverSeedHash, nonce } = play['seeds'] as Record<string, unknown>
  const placed = { id, game, coin, stake, serverSeedHash, nonce }
  // A round has changed since its bet; the answer to a step stays the same.
  const isRoundBet = kind === 'bet' && (data['round'] !== undefined || play['endedBy'] !== undefined)
  if (isRoundBet) return placed
  const { outcome, multiplier, payout, steps } = play
  const { receipt } = (data['receipt'] ?? {}) as { receipt?: string }
  return { ...placed, status: data['status'], outcome, multiplier, payout, steps, receipt }
}
