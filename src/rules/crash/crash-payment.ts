import { MULTIPLIER_SCALE, type Multiplier, payoutOf } from '#fair/multiplier.ts'
import { crashResult } from './crash.ts'
import {
  type CrashPart,
  crashAutoOf,
  crashEndOf,
  crashPartsMultiplier,
  crashPointAt,
  crashShareLeft,
  crashTimeOf,
} from './crash-curve.ts'

/** The cause of the cash-out of a part; `refund` returned it. */
export const CRASH_PART_CAUSES = ['player', 'target', 'cap', 'takeover', 'refund'] as const
export const CRASH_BET_ENDS = ['cash-out', 'crash', 'void', 'cancelled'] as const

export interface CrashPaidPart extends CrashPart {
  readonly by: (typeof CRASH_PART_CAUSES)[number]
  /** Arrival time of the request; null if no request was needed. */
  readonly arrivedMs: number | null
}

/**
 * A finished bet of Crash as recorded. A field is undefined if the record leaves it out, such as a row of CSV: then its
 * consequences are not checked.
 */
export interface CrashPayment {
  /** Where the round crashed; null while it runs, and for a void round. */
  readonly outcome: number | null
  readonly params: { readonly target: number | null; readonly cap: number } | undefined
  readonly steps: readonly CrashPaidPart[] | undefined
  readonly endedBy: (typeof CRASH_BET_ENDS)[number] | undefined
  readonly multiplier: Multiplier | undefined
  /** In the coin's smallest unit, like the payout. */
  readonly stake: bigint | undefined
  readonly payout: bigint | undefined
  readonly isDemo: boolean
}

/** Latest possible end of a round. */
const LAST_END_MS = crashEndOf(crashResult(0))

/**
 * Checks that each part fits the curve and the end of its round, and that their sum was paid.
 * @returns the fault, as one plain English sentence; undefined if the payment is right
 */
export function crashPaymentFault(bet: CrashPayment): string | undefined {
  for (const part of bet.steps ?? []) {
    const fault = partFault(part, bet)
    if (fault !== undefined) return fault
  }
  return restFault(bet) ?? sumFault(bet)
}

function partFault(part: CrashPaidPart, { params, outcome, endedBy, isDemo }: CrashPayment) {
  const { point, by, arrivedMs } = part
  const auto = params && crashAutoOf(params)
  if (by === 'refund') {
    if (point !== 100) return `a part was refunded at ${shown(point)} instead of 1.00×`
    const isBack = endedBy === undefined || endedBy === 'void' || endedBy === 'cancelled'
    return isBack ? undefined : 'a part was refunded, but the bet was neither void nor cancelled'
  }
  if (endedBy === 'cancelled') return 'a part was paid, but the bet was cancelled'
  if (outcome !== null && point > outcome)
    return `a part was paid at ${shown(point)}, but the round ended at ${shown(outcome)}`
  if (by === 'target' || by === 'cap' || (by === 'takeover' && arrivedMs === null)) {
    if (!auto || point === auto.point) return undefined
    return `a part was cashed out automatically at ${shown(point)} instead of ${shown(auto.point)}`
  }
  if (arrivedMs === null) return 'the arrival time of a manual cash-out is missing'
  const arrived = `a cash-out that arrived after ${arrivedMs} ms`
  if (arrivedMs < 0) return `${arrived} was paid, but the curve had not started`
  if (arrivedMs >= (outcome === null ? LAST_END_MS : crashEndOf(outcome)))
    return `${arrived} was paid, but the round had ended`
  if (point !== crashPointAt(arrivedMs))
    return `${arrived} was paid at ${shown(point)}, but the curve showed ${shown(crashPointAt(arrivedMs))}`
  // In demo play the player's click may come before the timer that pays the target.
  if (auto && !isDemo && crashTimeOf(auto.point) <= arrivedMs)
    return `${arrived} was paid, but the bet had been cashed out automatically at ${shown(auto.point)}`
  return undefined
}

/** Finds a fault in the part of the bet that was not cashed out. */
function restFault({ params, outcome, steps, endedBy, multiplier }: CrashPayment) {
  const left = steps && crashShareLeft(steps)
  if (left !== undefined && left < 0) return `${100 - left}% of the stake was cashed out`
  if (left !== undefined && left > 0 && endedBy !== undefined && endedBy !== 'crash')
    return `${left}% of the stake was neither paid nor lost`
  if (endedBy === 'crash' && outcome === null) return 'the bet was lost, but its round has no end'
  const isLost =
    left === undefined ? endedBy === 'crash' || (multiplier ?? MULTIPLIER_SCALE) < MULTIPLIER_SCALE : left > 0
  if (endedBy === 'cancelled' || (endedBy !== 'void' && !isLost) || !params || outcome === null)
    return undefined
  const { point } = crashAutoOf(params)
  if (point > outcome) return undefined
  return `the automatic cash-out at ${shown(point)} was not paid, although the round ended at ${shown(outcome)}`
}

function sumFault({ params, outcome, steps, multiplier, stake, payout, isDemo }: CrashPayment) {
  const made = steps ? crashPartsMultiplier(steps) : multiplier
  if (made === undefined) return undefined
  if (multiplier !== undefined && multiplier !== made)
    return `the parts make ${times(made)}, but ${times(multiplier)} is recorded`
  const auto = params && !isDemo ? crashAutoOf(params).point : Infinity
  const highest = Math.max(100, Math.min(outcome ?? Infinity, auto))
  if (!steps && made > highest * 100) return `${times(made)} was paid, but ${shown(highest)} was the maximum`
  if (stake === undefined || payout === undefined) return undefined
  const due = payoutOf(stake, made)
  // Demo play rounds each of two halves down to whole units.
  if (payout === due || (isDemo && payout === due - 1n)) return undefined
  return `the stake times ${times(made)} is not what was paid`
}

const shown = (point: number) => `${(point / 100).toFixed(2)}×`
const times = (multiplier: Multiplier) => `${multiplier / MULTIPLIER_SCALE}×`
