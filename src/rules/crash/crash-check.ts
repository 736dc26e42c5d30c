import { FairnessError } from '#fair/fairness-error.ts'
import {
  type Fields,
  parseChoice,
  parseFields,
  parseHundredths,
  parseInteger,
  parseSeedText,
} from '#fair/parse-value.ts'
import {
  amountOf,
  faultAtAllDecimals,
  ifRecorded,
  recordedMultiplier,
  unitsAt,
} from '#fair/recorded-amounts.ts'
import { NOT_OVER, type SharedCheck, VOID_ROUND } from '#rules/base/game-check.ts'
import { CRASH_MAX_TARGET, crashOutcome, crashResult } from './crash.ts'
import { CRASH_BET_ENDS, CRASH_PART_CAUSES, type CrashPaidPart, crashPaymentFault } from './crash-payment.ts'

export const CRASH_CHECK: SharedCheck = {
  verify(bet) {
    const { gameHash, salt, outcome: recorded, coin } = bet
    const isVoid = salt === null && recorded === null
    if (gameHash === null || isVoid) {
      const paymentFault = recordedFault(bet, null)
      if (paymentFault !== undefined) return { outcome: null, paymentFault }
      throw new FairnessError(gameHash === null ? NOT_OVER : VOID_ROUND)
    }
    const point = crashOutcome(parseSeedText(gameHash, 'gameHash'), parseSeedText(salt, 'salt'))
    // Only demo play knows the salt of a void round.
    const isVoidDemo = recorded === null && coin === 'demo'
    return { outcome: point / 100, paymentFault: recordedFault(bet, isVoidDemo ? null : point) }
  },
  paymentFault(bet, outcome) {
    const point = ifRecorded(outcome, (value) =>
      parseHundredths(value, 'the crash point', 100, crashResult(0)),
    )
    return recordedFault(bet, point ?? null)
  },
}

/**
 * `crashPaymentFault` for a bet as exports and the API write it. Fields that the bet leaves out are not checked.
 * @param outcome in hundredths
 * @throws {FairnessError} if a field is malformed
 */
function recordedFault(bet: Fields, outcome: number | null): string | undefined {
  const { coin } = bet
  const said = {
    outcome,
    isDemo: coin === 'demo',
    params: ifRecorded(bet['params'], paramsOf),
    steps: ifRecorded(bet['steps'], stepsOf),
    endedBy: ifRecorded(bet['endedBy'], (value) => parseChoice(value, 'endedBy', CRASH_BET_ENDS)),
    multiplier: ifRecorded(bet['multiplier'], recordedMultiplier),
  }
  const stake = ifRecorded(bet['stake'], (value) => amountOf(value, 'stake'))
  const payout = ifRecorded(bet['payout'], (value) => amountOf(value, 'payout'))
  if (!stake || !payout) return crashPaymentFault({ ...said, stake: undefined, payout: undefined })

  return faultAtAllDecimals([stake, payout], coin, (decimals) =>
    crashPaymentFault({ ...said, stake: unitsAt(stake, decimals), payout: unitsAt(payout, decimals) }),
  )
}

const pointOf = (value: unknown, name: string) => parseInteger(value, name, 100, CRASH_MAX_TARGET)

/** Undefined for parameters without the bet's own fields, such as those of a round. */
function paramsOf(value: unknown) {
  const { target, cap } = parseFields(value, 'params')
  if (cap === undefined) return undefined
  return { target: ifRecorded(target, (point) => pointOf(point, 'target')) ?? null, cap: pointOf(cap, 'cap') }
}

function stepsOf(value: unknown): CrashPaidPart[] {
  if (!Array.isArray(value)) throw new FairnessError('steps must be a list')
  return value.map((step) => {
    const { share, point, by, arrivedMs } = parseFields(step, 'a step')
    if (arrivedMs !== null && arrivedMs !== undefined && !Number.isFinite(arrivedMs))
      throw new FairnessError('arrivedMs must be a number or null')
    return {
      share: parseInteger(share, 'share', 1, 100),
      point: pointOf(point, 'point'),
      by: parseChoice(by, 'by', CRASH_PART_CAUSES),
      arrivedMs: (arrivedMs as number | null | undefined) ?? null,
    }
  })
}
