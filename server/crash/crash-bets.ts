import { setTimeout as sleep } from 'node:timers/promises'
import type { cashOutCrashBet, CrashAnswer, CrashBet, CrashCashOut, placeCrashBet } from '#contract/crash.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { crashPartsMultiplier, crashShareLeft } from '#rules/crash/crash-curve.ts'
import { CRASH_CASH_OUT_FROM_MS, crashCashOutAt } from '#rules/crash/crash.ts'
import { cashOutTaking, type TakenPart } from '#rules/plan/crash-bet.ts'
import { createCounts } from '#server/base/counts.ts'
import { Refusal } from '#server/base/refusal.ts'
import { toDecimal } from '#server/coins/units.ts'
import { outsideCalls } from '#server/db/call-scope.ts'
import { afterTheCrash, bettingClosed } from '#server/play/plan-refusals.ts'
import type { AnySharedBet, SharedAnswer } from '#server/play/shared-plays.ts'
import { currentRound, judgingRound, tellChanged, type CrashProcess } from './crash-process.ts'
import { readRound } from './crash-rounds.ts'

/** A cash-out that cannot be written down is tried for this time; then its round is settled without it. */
const INSIST_MS = 60_000
const AGAIN_MS = 50
const AGAIN_MOST_MS = 400
/** The moment at which a cash-out has arrived first counts for its repetitions. */
const STAMPS_KEPT = 10_000
/** Cash-outs of a player that are decided at once: two bets, and two parts of each. */
const MOST_PENDING = 4
/** Keys of cash-outs are looked for in this many rounds. */
const ROUNDS_BACK = 50n

/** When a request has arrived: by the server's clock, and by `performance.now()` for how long it takes. */
interface Arrival {
  readonly at: number
  readonly steady: number
}

interface CashOut {
  readonly uid: number
  readonly id: string
  readonly key: string
  readonly share: 50 | 100
  readonly arrival: Arrival
  deciding?: Promise<SharedAnswer>
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
}

interface BetContext {
  readonly process: CrashProcess
  /**
   * Cash-outs that are being decided, or were done, by player and key. One that was not done leaves nothing: nobody can
   * come early by it.
   */
  readonly asked: Map<string, CashOut>
  /** By player and bet; later cash-outs of the bet wait for it. */
  readonly latest: Map<string, Promise<SharedAnswer>>
  /** By player. */
  readonly pending: ReturnType<typeof createCounts<number>>
  /** Bets whose cash-out came too late: each counts once, however often it is asked for. */
  readonly late: Set<string>
}

export function createCrashBets(process: CrashProcess): CrashBets {
  const context: BetContext = {
    process,
    asked: new Map(),
    latest: new Map(),
    pending: createCounts<number>(),
    late: new Set(),
  }
  return {
    place: (uid, body, arrival) => placeBet(process, uid, body, arrival),
    cancel: (uid, id) => cancel(process, uid, id),
    cashOut: (uid, id, body, arrival) => cashOut(context, uid, id, body, arrival),
    byKey: (uid, key) => answerByKey(process, uid, key),
  }
}

async function placeBet(
  process: CrashProcess,
  uid: number,
  body: ParsedRequest<typeof placeCrashBet>['body'],
  { at }: Arrival,
): Promise<CrashAnswer> {
  const { plays, points } = process
  const row = await currentRound(process)
  if (row.status !== 'betting' || at >= (row.locks_at?.getTime() ?? 0)) {
    const known = await plays.find(uid, { key: body.idempotencyKey })
    if (known?.key !== body.idempotencyKey) throw bettingClosed()
    // The bet is of an earlier round; the request is compared with it all the same.
  }
  const answer = await plays.place(uid, body, await points.shared(row))
  if (answer.isNew) tellChanged(process, String(row.id))
  return answerOf(answer)
}

async function cancel(process: CrashProcess, uid: number, id: string): Promise<CrashAnswer> {
  const { db, plays, points } = process
  const known = await plays.find(uid, { id })
  if (!known) throw new Refusal('not_found', 'There is no such bet')
  if ('endedBy' in known) return cancelledBefore(await plays.again(uid, known, known.key))
  const row = await readRound(db, known.sharedRound)
  if (row?.status !== 'betting') throw bettingClosed()
  const answer = await plays.take(uid, id, await points.shared(row), { type: 'cancel' })
  if (!answer.isNew) return cancelledBefore(answer)
  tellChanged(process, known.sharedRound)
  return answerOf(answer)
}

function cancelledBefore(answer: SharedAnswer): CrashAnswer {
  if ('endedBy' in answer.bet && answer.bet.endedBy === 'cancelled') return answerOf(answer)
  throw bettingClosed()
}

async function cashOut(
  context: BetContext,
  uid: number,
  id: string,
  body: ParsedRequest<typeof cashOutCrashBet>['body'],
  arrival: Arrival,
): Promise<CrashAnswer> {
  const { asked, pending } = context
  const { idempotencyKey: key, share } = body
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
    return cashOut(context, uid, id, body, arrival)
  }
  const first = known ?? { uid, id, key, share, arrival }
  if (!known) {
    // A player whose calls wait for each other must not gain time to think again.
    if (pending.of(uid) >= MOST_PENDING) {
      throw new Refusal('rate_limited', 'Too many cash-outs at once', { retryAfterS: 1 })
    }
    asked.set(name, first)
    const [oldest] = asked.keys()
    if (asked.size > STAMPS_KEPT && oldest !== undefined) asked.delete(oldest)
  }
  first.deciding ??= decideInTurn(context, first)
  try {
    return answerOf(await first.deciding)
  } catch (error) {
    if (asked.get(name) === first) asked.delete(name)
    throw error
  }
}

/** Cash-outs of one bet are decided as they have come. They go on when their calls are given up: they have arrived. */
function decideInTurn(context: BetContext, wanted: CashOut): Promise<SharedAnswer> {
  const { latest, pending } = context
  const { uid, id } = wanted
  pending.change(uid, 1)
  const place = `${uid} ${id}`
  const before = latest.get(place)
  const deciding = outsideCalls(async () => {
    await before?.catch(() => {})
    return insist(context, wanted)
  }).finally(() => {
    delete wanted.deciding
    if (latest.get(place) === deciding) latest.delete(place)
    pending.change(uid, -1)
  })
  latest.set(place, deciding)
  return deciding
}

/** Tries until it is decided: trouble of the database takes nothing from a player. */
async function insist(context: BetContext, wanted: CashOut): Promise<SharedAnswer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await decide(context, wanted)
    } catch (error) {
      if (isDecided(error)) throw error
      const isLast = performance.now() - wanted.arrival.steady > INSIST_MS
      if (tries === 0 || isLast)
        context.process.logger.warn({ err: error, tries }, 'a cash-out waits for the database')
      if (isLast) throw error
      await sleep(Math.min(AGAIN_MS * 2 ** tries, AGAIN_MOST_MS))
    }
  }
}

const isDecided = (error: unknown) => error instanceof Refusal && error.code !== 'unavailable'

async function decide(context: BetContext, wanted: CashOut): Promise<SharedAnswer> {
  const { process } = context
  const { db, plays, points, latencies } = process
  const { uid, id, key, share, arrival } = wanted
  const { at } = arrival
  let row = await judgingRound(process)
  let bet: AnySharedBet | undefined
  if (row.start_at === null || at < row.start_at.getTime() + CRASH_CASH_OUT_FROM_MS) {
    // Too early for this round; an earlier cash-out is answered again.
    bet = await plays.find(uid, { id })
    if (!bet) throw new Refusal('not_found', 'There is no such bet')
    if (bet.sharedRound === String(row.id) && !('endedBy' in bet) && !bet.stepKeys.includes(key)) {
      throw new Refusal('round_not_running', 'The curve has not reached 1.01×')
    }
    row = (await readRound(db, bet.sharedRound)) ?? row
  }
  const curve = row.start_at && { ms: at - row.start_at.getTime(), point: await points.of(row) }
  if (curve && crashCashOutAt(curve.ms, curve.point) === undefined) {
    // Many come in the instant of the crash, and are refused here. Repetitions are answered below.
    const open = bet ?? (await plays.find(uid, { id }))
    const isKnown = open && [open.key, ...open.stepKeys].includes(key)
    const isIn = open && !('endedBy' in open) && open.sharedRound === String(row.id) && !isKnown
    if (isIn && cashOutTaking(open, { ...curve, share, key }) === null) {
      countLate(context, wanted)
      throw afterTheCrash()
    }
  }
  const answer = await plays
    .take(uid, id, await points.shared(row), { type: 'cash-out', key, share, curve })
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'round_settled') countLate(context, wanted)
      throw error
    })
  if (answer.isNew) {
    latencies.add(performance.now() - arrival.steady, false)
    tellChanged(process, answer.bet.sharedRound)
    return answer
  }
  const place = answer.bet.stepKeys.indexOf(key)
  if (place < 0 || key === answer.bet.key) {
    // It came in time, and its round was settled before it could be written down.
    const isOfRound = answer.bet.sharedRound === String(row.id)
    const isCrashed = 'endedBy' in answer.bet && answer.bet.endedBy === 'crash'
    if (isOfRound && isCrashed) countLate(context, wanted)
    // A bet of another round that is still in cannot be taken out by what has arrived now.
    throw new Refusal('round_settled', 'The bet is out')
  }
  if (!isShareOf(answer.bet, place, share)) {
    throw new Refusal('key_reused', 'The key belongs to another cash-out')
  }
  return plays.again(uid, answer.bet, key)
}

function countLate({ process, late }: BetContext, { uid, id, arrival }: CashOut): void {
  const name = `${uid} ${id}`
  if (late.has(name)) return
  late.add(name)
  const [oldest] = late
  if (late.size > STAMPS_KEPT && oldest !== undefined) late.delete(oldest)
  process.latencies.add(performance.now() - arrival.steady, true)
}

/** True if a request for this share took that part out. Where the bet went out by itself, any request took all. */
function isShareOf({ steps }: AnySharedBet, place: number, share: 50 | 100): boolean {
  const part = steps[place]
  return part?.by !== 'player' || part.share === Math.min(share, crashShareLeft(steps.slice(0, place)))
}

async function answerByKey(process: CrashProcess, uid: number, key: string): Promise<CrashAnswer> {
  const { id } = await currentRound(process)
  const since = BigInt(id) - ROUNDS_BACK
  const bet = await process.plays.find(uid, { key, sinceRound: String(since > 0n ? since : 0n) })
  if (!bet) throw new Refusal('not_found', 'There is no bet and no cash-out with this key')
  return answerOf(await process.plays.again(uid, bet, key))
}

const answerOf = ({ bet, available, decimals, receipt }: SharedAnswer): CrashAnswer => ({
  bet: toCrashBet(bet, decimals),
  balance: { coin: bet.coin, available: toDecimal(available, decimals) },
  receipt,
})

const isShown = (by: TakenPart['by']): by is CrashCashOut['by'] => by !== 'refund'

export function toCrashBet(bet: AnySharedBet, decimals: number): CrashBet {
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
