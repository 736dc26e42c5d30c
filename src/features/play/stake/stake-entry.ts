import { unitsAt } from '#lib/decimal.ts'
import { fieldText, parseTypedAmount, plainNumber } from '#lib/typed-number.ts'

/** In the coin's smallest unit. */
export interface StakeBounds {
  readonly balance: bigint
  readonly minStake: bigint
  /** By `maxStakeOf` of the current parameters. */
  readonly maxStake: bigint
}

export type StakeProblem = 'empty' | 'not_a_number' | 'too_small' | 'too_large' | 'insufficient_balance'

export type StakeEntry =
  | { readonly status: 'valid'; readonly stake: bigint }
  /** `stake` is there when the text is an amount that cannot be bet. */
  | { readonly status: 'invalid'; readonly problem: StakeProblem; readonly stake: bigint | undefined }

export function parseStake(text: string, decimals: number, bounds: StakeBounds): StakeEntry {
  if (text.trim() === '') return { status: 'invalid', problem: 'empty', stake: undefined }
  const stake = parseTypedUnits(text, decimals)
  if (stake === undefined) return { status: 'invalid', problem: problemOfText(text), stake }
  const problem = problemOf(stake, bounds)
  return problem ? { status: 'invalid', problem, stake } : { status: 'valid', stake }
}

/** @returns the coin's smallest unit; undefined for text that is not an amount */
export function parseTypedUnits(text: string, decimals: number): bigint | undefined {
  const amount = parseTypedAmount(text, decimals)
  return amount && unitsAt(amount, decimals)
}

/** For text that is not an amount of the coin: too many digits say whether it is too large or too small. */
function problemOfText(text: string): StakeProblem {
  const typed = plainNumber(text).replaceAll(',', '')
  if (/^\d{13,}(\.\d*)?$/.test(typed)) return 'too_large'
  return /^0*\.0+\d*$/.test(typed) ? 'too_small' : 'not_a_number'
}

export function problemOf(
  stake: bigint,
  { balance, minStake, maxStake }: StakeBounds,
): StakeProblem | undefined {
  if (stake < minStake) return 'too_small'
  if (stake > maxStake) return 'too_large'
  return stake > balance ? 'insufficient_balance' : undefined
}

/** A decimal point, no thousands separators, at least two decimals. */
export function stakeText(stake: bigint, decimals: number): string {
  const digits = stake.toString().padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return fieldText(`${digits.slice(0, -decimals)}.${fraction.padEnd(2, '0')}`)
}

/** The nearest stake that can be bet; the smallest stake where the balance is less than that. */
export function clampStake(stake: bigint, bounds: StakeBounds): bigint {
  const highest = highestStake(bounds)
  if (stake < bounds.minStake) return bounds.minStake
  return stake > highest ? highest : stake
}

export function halvedStake(stake: bigint, bounds: StakeBounds): bigint {
  return clampStake(stake / 2n, bounds)
}

export function doubledStake(stake: bigint, bounds: StakeBounds): bigint {
  return clampStake(stake * 2n, bounds)
}

export function highestStake({ balance, minStake, maxStake }: StakeBounds): bigint {
  const affordable = balance < maxStake ? balance : maxStake
  return affordable < minStake ? minStake : affordable
}
