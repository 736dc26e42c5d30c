import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CRASH_ASK_WITHIN_MS, type CrashAnswer, type CrashBet } from '#contract/crash.ts'
import { ask, isGood } from '../faults/ask.ts'
import type { Bettor } from './house.ts'
import type { CrashRoundEvent } from './streams.ts'

/** Bets come in this part of the betting, at random. */
const BET_WITHIN_MS = 5_000
/** Cash-outs by hand come within this time of the start. */
const RIDE_MS = 8_000
/** Share of bettors without a target. */
const BY_HAND = 0.7
const USDT = 'usdt-tron'

/** Players who bet in every round and cash out. Like the app's screen, they read their open bets at its end. */
export class Bettors {
  /** Milliseconds from sending to the answer. */
  readonly betsMs: number[] = []
  readonly cashOutsMs: number[] = []
  readonly lookUpsMs: number[] = []
  /** Answers that a player must not get. */
  readonly faults: string[] = []
  late = 0
  readonly #origins: readonly string[]
  readonly #bettors: readonly Bettor[]
  /** The open bet of each bettor. */
  readonly #bets = new Map<number, CrashBet>()

  constructor(origins: readonly string[], bettors: readonly Bettor[]) {
    this.#origins = origins
    this.#bettors = bettors
  }

  /** Discards the measurements so far. */
  forget(): void {
    for (const times of [this.betsMs, this.cashOutsMs, this.lookUpsMs]) times.length = 0
    this.late = 0
  }

  /** Reacts to a new state of the round as bettor `n`. */
  async hear({ round }: CrashRoundEvent, n: number): Promise<void> {
    const bettor = this.#bettors[n]
    if (!bettor) return
    if (round.status === 'betting') {
      await sleep(Math.random() * BET_WITHIN_MS)
      const isByHand = Math.random() < BY_HAND
      const body = {
        idempotencyKey: randomUUID(),
        coin: USDT,
        stake: '0.1',
        ...(!isByHand && { autoAt: Math.round(101 + Math.random() * 200) / 100 }),
      }
      const answer = await this.#call(n, this.betsMs, 'POST', '/crash/bets', body)
      const { bet } = answer.data as unknown as Partial<CrashAnswer>
      if (bet) this.#bets.set(n, bet)
      if (!isGood(answer) && answer.code !== 'betting_closed') this.faults.push(`bet: ${answer.code}`)
    }
    if (round.status === 'running') {
      const bet = this.#bets.get(n)
      if (!bet || bet.autoAt !== null || round.startAt === null) return
      await sleep(round.startAt + Math.random() * RIDE_MS - Date.now())
      const body = { idempotencyKey: randomUUID() }
      const answer = await this.#call(n, this.cashOutsMs, 'POST', `/crash/bets/${bet.id}/cash-out`, body)
      if (answer.code === 'round_settled') this.late += 1
      else if (isGood(answer)) this.#bets.delete(n)
      else this.faults.push(`cash-out: ${answer.code}`)
    }
    if (round.status === 'settled') {
      const key = this.#bets.get(n)?.key
      this.#bets.delete(n)
      await sleep(CRASH_ASK_WITHIN_MS * Math.random())
      if (key !== undefined) await this.#call(n, this.lookUpsMs, 'GET', `/crash/bets/by-key/${key}`)
    }
  }

  async #call(n: number, times: number[], method: string, path: string, body?: object) {
    const bettor = this.#bettors[n]
    const sentAt = performance.now()
    const origin = this.#origins[n % this.#origins.length] ?? ''
    const answer = await ask(origin, method, path, { token: bettor?.token, from: bettor?.from, body })
    times.push(performance.now() - sentAt)
    return answer
  }
}
