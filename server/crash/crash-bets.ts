import { setTimeout as sleep } from 'node:timers/promises'
import type { cashOutCrashBet, CrashAnswer, CrashBet, CrashCashOut, placeCrashBet } from '#contract/crash.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { crashPartsMultiplier, crashShareLeft } from '#rules/crash/crash-curve.ts'
import { CRASH_CASH_OUT_FROM_MS, crashCashOutAt } from '#rules/crash/crash.ts'
import { cancelled, cashOutTaking, type TakenPart } from '#rules/plan/crash-bet.ts'
import { createCounts } from '#server/base/counts.ts'
import type { Logger } from '#server/base/logger.ts'
import { Refusal } from '#server/base/refusal.ts'
import { toDecimal } from '#server/coins/units.ts'
import { outsideCalls } from '#server/db/call-scope.ts'
import { bettingClosed } from '#server/play/play-queue.ts'
import type { AnySharedBet, SharedAnswer, SharedPlays } from '#server/play/shared-plays.ts'
import type { CrashPoints } from './crash-points.ts'
import type { CrashRow } from './crash-rounds.ts'

/** A cash-out that cannot be written down is tried so long; then its round is settled without it. */
const INSIST_MS = 60_000
const AGAIN_MS = 50
const AGAIN_MOST_MS = 400
/** The moment at which a cash-out has arrived first counts for its repetitions. */
const STAMPS_KEPT = 10_000
/** Cash-outs of a player that are decided at once: two bets, and two parts of each. */
const MOST_PENDING = 4
/** Keys of cash-outs are looked for in so many rounds. */
const ROUNDS_BACK = 50n

interface BetOptions {
  readonly plays: SharedPlays
  readonly points: CrashPoints
  readonly logger: Logger
  /** The newest round, as the database has it now. */
  readonly newest: () => Promise<CrashRow>
  /** The round that cash-outs are judged by: the newest one, or one that ran a moment ago. */
  readonly judging: () => Promise<CrashRow>
  readonly round: (id: string) => Promise<CrashRow | undefined>
  /** A bet of the round has changed. */
  readonly changed: (round: string) => void
  /** How long a cash-out has taken. */
  readonly decided: (ms: number, isLost: boolean) => void
}

/** When a request has arrived: by the server's clock, and by `performance.now()` for how long it takes. */
export interface Arrival {
  readonly at: number
  readonly steady: number
}

export interface CrashBets {
  place(
    uid: number,
    body: ParsedRequest<typeof placeCrashBet>['body'],
    arrival: Arrival,
  ): Promise<CrashAnswer>
  cancel(uid: number, id: string): Promise<CrashAnswer>
  /** Judged by its arrival alone, however long it takes to be written down. */
  cashOut(
    uid: number,
    id: string,
    body: ParsedRequest<typeof cashOutCrashBet>['body'],
    arrival: Arrival,
  ): Promise<CrashAnswer>
  byKey(uid: number, key: string): Promise<CrashAnswer>
  toBet(bet: AnySharedBet): Promise<CrashBet>
}

export function createCrashBets({
  plays,
  points,
  logger,
  newest,
  judging,
  round,
  changed,
  decided,
}: BetOptions): CrashBets {
  /** Cash-outs that are being decided, or were done. What was not done leaves nothing: nobody can come early by it. */
  const asked = new Map<
    string,
    {
      readonly id: string
      readonly share: number
      readonly arrival: Arrival
      deciding?: Promise<SharedAnswer>
    }
  >()

  /** Of each bet, the one that has come last of those that are being decided. */
  const latest = new Map<string, Promise<SharedAnswer>>()
  /** Of each player, how many are being decided. */
  const pending = createCounts<number>()
  /** Bets whose cash-out came too late: each counts once, however often it is asked for. */
  const late = new Set<string>()
  function countLate(uid: number, id: string, steady: number): void {
    const name = `${uid} ${id}`
    if (late.has(name)) return
    late.add(name)
    const [oldest] = late
    if (late.size > STAMPS_KEPT && oldest !== undefined) late.delete(oldest)
    decided(performance.now() - steady, true)
  }

  const placeBet: CrashBets['place'] = async (uid, body, { at }) => {
    const row = await newest()
    if (row.status !== 'betting' || at >= (row.locks_at?.getTime() ?? 0)) {
      const known = await plays.find(uid, { key: body.idempotencyKey })
      if (known?.key !== body.idempotencyKey) throw bettingClosed()
      // Its round is not this one; what it says is compared all the same.
    }
    const answer = await plays.place(uid, body, await points.shared(row))
    if (answer.isNew) changed(String(row.id))
    return answerOf(answer)
  }

  const cancel: CrashBets['cancel'] = async (uid, id) => {
    const known = await plays.find(uid, { id })
    if (!known) throw new Refusal('not_found', 'There is no such bet')
    if ('endedBy' in known) return cancelledBefore(await plays.again(uid, known, known.key))
    const row = await round(known.sharedRound)
    if (row?.status !== 'betting') throw bettingClosed()
    const answer = await plays.take(uid, id, await points.shared(row), cancelled)
    if (!answer.isNew) return cancelledBefore(answer)
    changed(known.sharedRound)
    return answerOf(answer)
  }

  function cancelledBefore(answer: SharedAnswer): Promise<CrashAnswer> {
    if ('endedBy' in answer.bet && answer.bet.endedBy === 'cancelled') return answerOf(answer)
    throw bettingClosed()
  }

  const cashOut: CrashBets['cashOut'] = async (uid, id, { idempotencyKey: key, share }, arrival) => {
    const name = `${uid} ${key}`
    const known = asked.get(name)
    if (known && (known.id !== id || known.share !== share)) {
      throw new Refusal('key_reused', 'The key belongs to another cash-out')
    }
    // It had come before the one that is being decided, and its session was read later.
    if (known?.deciding && arrival.steady < known.arrival.steady) {
      const isDone = await known.deciding.then(
        () => true,
        () => false,
      )
      if (asked.get(name) === known && !isDone) asked.delete(name)
      return cashOut(uid, id, { idempotencyKey: key, share }, arrival)
    }
    const first = known ?? { id, share, arrival }
    if (!known) {
      // Whoever makes his own calls wait for each other must not gain time to think again.
      if (pending.of(uid) >= MOST_PENDING) {
        throw new Refusal('rate_limited', 'Too many cash-outs at once', { retryAfterS: 1 })
      }
      asked.set(name, first)
      const [oldest] = asked.keys()
      if (asked.size > STAMPS_KEPT && oldest !== undefined) asked.delete(oldest)
    }
    // It goes on when its call is given up: it has arrived.
    if (!first.deciding) {
      pending.change(uid, 1)
      const place = `${uid} ${id}`
      const before = latest.get(place)
      // Of one bet the first that has come is decided first.
      const deciding = outsideCalls(async () => {
        await before?.catch(() => {})
        return insist(uid, id, key, share, first.arrival)
      }).finally(() => {
        delete first.deciding
        if (latest.get(place) === deciding) latest.delete(place)
        pending.change(uid, -1)
      })
      first.deciding = deciding
      latest.set(place, deciding)
    }
    try {
      return await answerOf(await first.deciding)
    } catch (error) {
      if (asked.get(name) === first) asked.delete(name)
      throw error
    }
  }

  /** Tries until it is decided: trouble of the database takes nothing from a player. */
  async function insist(
    uid: number,
    id: string,
    key: string,
    share: 50 | 100,
    arrival: Arrival,
  ): Promise<SharedAnswer> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await decide(uid, id, key, share, arrival)
      } catch (error) {
        if (isDecided(error)) throw error
        const isLast = performance.now() - arrival.steady > INSIST_MS
        if (tries === 0 || isLast) logger.warn({ err: error, tries }, 'a cash-out waits for the database')
        if (isLast) throw error
        await sleep(Math.min(AGAIN_MS * 2 ** tries, AGAIN_MOST_MS))
      }
    }
  }

  async function decide(
    uid: number,
    id: string,
    key: string,
    share: 50 | 100,
    { at, steady }: Arrival,
  ): Promise<SharedAnswer> {
    let row = await judging()
    let bet: AnySharedBet | undefined
    if (row.start_at === null || at < row.start_at.getTime() + CRASH_CASH_OUT_FROM_MS) {
      // Of this round it comes too early; what was done before is answered again.
      bet = await plays.find(uid, { id })
      if (!bet) throw new Refusal('not_found', 'There is no such bet')
      if (bet.sharedRound === String(row.id) && !('endedBy' in bet) && !bet.stepKeys.includes(key)) {
        throw new Refusal('round_not_running', 'The curve has not reached 1.01×')
      }
      row = (await round(bet.sharedRound)) ?? row
    }
    const isVoid = row.start_at === null
    const ms = at - (row.start_at?.getTime() ?? at)
    const point = isVoid ? 0 : await points.of(row)
    if (!isVoid && crashCashOutAt(ms, point) === undefined) {
      // Many come in the instant of the crash. What was done before, here or elsewhere, is answered below.
      const open = bet ?? (await plays.find(uid, { id }))
      const isKnown = open && [open.key, ...open.stepKeys].includes(key)
      const isIn = open && !('endedBy' in open) && open.sharedRound === String(row.id) && !isKnown
      if (isIn && cashOutTaking(open, { ms, point, share, key }) === null) {
        countLate(uid, id, steady)
        throw afterTheCrash()
      }
    }
    let isLost = false
    const answer = await plays
      .take(uid, id, await points.shared(row), (open) => {
        if (open.stepKeys.includes(key)) return null
        if (key === open.key) throw new Refusal('key_reused', 'The key belongs to the bet itself')
        const taking = isVoid ? null : cashOutTaking(open, { ms, point, share, key })
        isLost = taking === null
        if (!taking) throw afterTheCrash()
        return taking
      })
      .catch((error: unknown) => {
        if (isLost) countLate(uid, id, steady)
        throw error
      })
    if (answer.isNew) {
      decided(performance.now() - steady, false)
      changed(answer.bet.sharedRound)
      return answer
    }
    const place = answer.bet.stepKeys.indexOf(key)
    if (place < 0 || key === answer.bet.key) {
      // It came in time, and its round was settled before it could be written down.
      const isOfRound = answer.bet.sharedRound === String(row.id)
      const isCrashed = 'endedBy' in answer.bet && answer.bet.endedBy === 'crash'
      if (isOfRound && isCrashed) countLate(uid, id, steady)
      // A bet of another round that is still in cannot be taken out by what has arrived now.
      throw new Refusal('round_settled', 'The bet is out')
    }
    if (!isShareOf(answer.bet, place, share)) {
      throw new Refusal('key_reused', 'The key belongs to another cash-out')
    }
    return plays.again(uid, answer.bet, key)
  }

  const byKey: CrashBets['byKey'] = async (uid, key) => {
    const { id } = await newest()
    const since = BigInt(id) - ROUNDS_BACK
    const bet = await plays.find(uid, { key, sinceRound: String(since > 0n ? since : 0n) })
    if (!bet) throw new Refusal('not_found', 'There is no bet and no cash-out with this key')
    return answerOf(await plays.again(uid, bet, key))
  }

  async function answerOf({ bet, available, decimals, receipt }: SharedAnswer): Promise<CrashAnswer> {
    return {
      bet: betOf(bet, decimals),
      balance: { coin: bet.coin, available: toDecimal(available, decimals) },
      receipt,
    }
  }

  return {
    place: placeBet,
    cancel,
    cashOut,
    byKey,
    toBet: async (bet) => betOf(bet, await plays.decimalsOf(bet.coin)),
  }
}

const isDecided = (error: unknown) => error instanceof Refusal && error.code !== 'unavailable'

const afterTheCrash = () => new Refusal('round_settled', 'The request came after the crash')

/** Whether a request for this share took that part out. Where the bet went out by itself, any request took all. */
function isShareOf({ steps }: AnySharedBet, place: number, share: 50 | 100): boolean {
  const part = steps[place]
  return part?.by !== 'player' || part.share === Math.min(share, crashShareLeft(steps.slice(0, place)))
}

const isShown = (by: TakenPart['by']): by is CrashCashOut['by'] => by !== 'refund'

function betOf(bet: AnySharedBet, decimals: number): CrashBet {
  const cashOuts = bet.steps.flatMap(({ share, point, by, arrivedMs }, index): CrashCashOut[] =>
    isShown(by)
      ? [
          {
            share,
            by,
            arrivedMs,
            multiplier: point / 100,
            key: by === 'player' ? (bet.stepKeys[index] ?? null) : null,
            payout: toDecimal(payoutOf(bet.stake, crashPartsMultiplier([{ share, point }])), decimals),
          },
        ]
      : [],
  )
  return {
    id: bet.id,
    key: bet.key,
    round: bet.sharedRound,
    coin: bet.coin,
    stake: toDecimal(bet.stake, decimals),
    autoAt: bet.params.target === null ? null : bet.params.target / 100,
    capAt: bet.params.cap / 100,
    status: statusOf(bet),
    cashOuts,
    payout: toDecimal(payoutOf(bet.stake, crashPartsMultiplier(bet.steps)), decimals),
  }
}

function statusOf(bet: AnySharedBet): CrashBet['status'] {
  if (!('endedBy' in bet)) return 'placed'
  // One that was paid in part before the rest came back has been played.
  if (bet.endedBy === 'void' && bet.steps.every(({ by }) => by === 'refund')) return 'refunded'
  return bet.endedBy === 'cancelled' ? 'cancelled' : 'settled'
}
