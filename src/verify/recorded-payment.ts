import { FairnessError } from '#fair/fairness-error.ts'
import { MULTIPLIER_SCALE, type Multiplier, payoutOf } from '#fair/multiplier.ts'
import { type Fields, parseFields } from '#fair/parse-value.ts'
import {
  amountOf,
  faultAtAllDecimals,
  ifRecorded,
  recordedMultiplier,
  unitsAt,
} from '#fair/recorded-amounts.ts'
import type { Pays } from '#rules/base/game-check.ts'
import { type AnyCheck, CHECKS, SHARED_CHECKS } from '#rules/checks.ts'
import type { VerifiedGame } from '#rules/fair-games.ts'
import { isSharedGame } from '#rules/play-games.ts'

/**
 * Finds a fault in how a bet was paid: outcome, multiplier, stake and payout have to fit each other. Fields that the
 * bet leaves out are not checked.
 * @param bet as exports, the API and receipts write it
 * @param outcome as the verifier writes it
 * @param isSigned true for a signed receipt: it must contain every field that decides the multiplier
 * @returns one plain English sentence; undefined if there is no fault
 * @throws {FairnessError} if a field is malformed
 */
export function recordedPaymentFault(
  game: VerifiedGame,
  bet: Fields,
  outcome: unknown,
  { isSigned = false }: { readonly isSigned?: boolean } = {},
): string | undefined {
  if (isSharedGame(game)) return SHARED_CHECKS[game].paymentFault(bet, outcome)
  const check = CHECKS[game]
  const multiplier = ifRecorded(bet['multiplier'], recordedMultiplier)
  const stake = ifRecorded(bet['stake'], (value) => amountOf(value, 'stake'))
  const payout = ifRecorded(bet['payout'], (value) => amountOf(value, 'payout'))
  if (multiplier === undefined && payout === undefined) return undefined
  const pays = paysOf(check, bet, outcome)
  if (pays instanceof FairnessError && (isSigned || isTold(check, bet))) return pays.message
  const known = typeof pays === 'number' ? pays : undefined
  const isRight =
    multiplier === undefined ||
    (typeof pays === 'function' ? pays(multiplier) : known === undefined || multiplier === known)
  if (!isRight) {
    return known === undefined
      ? `the outcome cannot have paid ${times(multiplier)}`
      : `the outcome pays ${times(known)}, but ${times(multiplier)} is recorded`
  }
  const made = multiplier ?? known
  if (made === undefined || !stake || !payout) return undefined
  return faultAtAllDecimals([stake, payout], bet['coin'], (decimals) =>
    payoutOf(unitsAt(stake, decimals), made) === unitsAt(payout, decimals)
      ? undefined
      : `the stake times ${times(made)} is not what was paid`,
  )
}

function paysOf(check: AnyCheck, bet: Fields, outcome: unknown): Pays | FairnessError {
  try {
    return check.pays(bet, outcome)
  } catch (error) {
    if (error instanceof FairnessError) return error
    // For example fewer gems than opened tiles, or a path of another number of rows.
    if (error instanceof RangeError) return new FairnessError(error.message)
    throw error
  }
}

/** Checks that the bet has all parameters that decide its multiplier besides the outcome. */
function isTold({ decidedBy }: AnyCheck, { params }: Fields): boolean {
  const said = params === undefined || params === null ? {} : parseFields(params, 'params')
  return decidedBy.every((name) => said[name] !== undefined)
}

const times = (multiplier: Multiplier) => `${multiplier / MULTIPLIER_SCALE}×`
