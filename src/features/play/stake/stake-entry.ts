import { unitsAt } from '#lib/decimal.ts'
import { fieldText, parseTypedAmount, plainNumber } from '#lib/typed-number.ts'

/** What bounds a stake. All in the smallest unit of the coin. */
export interface StakeBounds {
  readonly balance: bigint
  readonly minStake: bigint
  /** Of the game's parameters: `maxStakeOf`. */
  readonly maxStake: bigint
}

export type StakeProblem = 'empty' | 'not_a_number' | 'too_small' | 'too_large' | 'insufficient_balance'

export type StakeEntry =
  | { readonly status: 'valid'; readonly stake: bigint }
  /** `stake` is there when the text is an amount, but not one that can be bet. */
  | { readonly status: 'invalid'; readonly problem: StakeProblem; readonly stake: bigint | undefined }

/** Reads the stake field. */
export function parseStake(text: string, decimals: number, bounds: StakeBounds): StakeEntry {
  if (text.trim() === '') return { status: 'invalid', problem: 'empty', stake: undefined }
  const stake = parseTypedUnits(text, decimals)
  if (stake === undefined) return { status: 'invalid', problem: problemOfText(text), stake }
  const problem = problemOf(stake, bounds)
  return problem ? { status: 'invalid', problem, stake } : { status: 'valid', stake }
}

/** Reads an amount as typed into the coin's smallest unit; undefined when it is none. */
export function parseTypedUnits(text: string, decimals: number): bigint | undefined {
  const amount = parseTypedAmount(text, decimals)
  return amount && unitsAt(amount, decimals)
}

/** What is wrong with a text that is no amount of the coin: too many digits say which way. */
function problemOfText(text: string): StakeProblem {
  const typed = plainNumber(text).replaceAll(',', '')
  if (/^\d{13,}(\.\d*)?$/.test(typed)) return 'too_large'
  return /^0*\.0+\d*$/.test(typed) ? 'too_small' : 'not_a_number'
}

/** Why an amount cannot be bet; undefined when it can. */
export function problemOf(
  stake: bigint,
  { balance, minStake, maxStake }: StakeBounds,
): StakeProblem | undefined {
  if (stake < minStake) return 'too_small'
  if (stake > maxStake) return 'too_large'
  return stake > balance ? 'insufficient_balance' : undefined
}

/** The text of a stake in the field: a point, no thousands signs, at least two decimals. */
export function stakeText(stake: bigint, decimals: number): string {
  const digits = stake.toString().padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return fieldText(`${digits.slice(0, -decimals)}.${fraction.padEnd(2, '0')}`)
}

/** The nearest stake that can be bet. With less than the smallest stake in the balance it is that. */
export function clampStake(stake: bigint, bounds: StakeBounds): bigint {
  const highest = highestStake(bounds)
  if (stake < bounds.minStake) return bounds.minStake
  return stake > highest ? highest : stake
}

/** The ½ button. */
export function halvedStake(stake: bigint, bounds: StakeBounds): bigint {
  return clampStake(stake / 2n, bounds)
}

/** The 2× button. */
export function doubledStake(stake: bigint, bounds: StakeBounds): bigint {
  return clampStake(stake * 2n, bounds)
}

/** The Max button: all of the balance that can be bet at once. */
export function highestStake({ balance, minStake, maxStake }: StakeBounds): bigint {
  const affordable = balance < maxStake ? balance : maxStake
  return affordable < minStake ? minStake : affordable
}
