import { COIN_DECIMALS, MOST_DECIMALS } from './coin-decimals.ts'
import { FairnessError } from './fairness-error.ts'
import { MULTIPLIER_SCALE, type Multiplier } from './multiplier.ts'

// Amounts and multipliers as exports, the API and receipts write them.

interface DecimalAmount {
  readonly whole: string
  /** Digits after the point. */
  readonly digits: string
}

/** Applies `read`, or returns undefined for a field that the record leaves out. */
export const ifRecorded = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
  value === undefined || value === null ? undefined : read(value)

/** @throws {FairnessError} if it is not a decimal number */
export function amountOf(value: unknown, name: string): DecimalAmount {
  const isText = typeof value === 'string' || typeof value === 'number'
  const [, whole, digits = ''] = (isText && /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(`${value}`)) || []
  if (whole === undefined) throw new FairnessError(`${name} must be a decimal number`)
  return { whole, digits }
}

export const unitsAt = ({ whole, digits }: DecimalAmount, decimals: number) =>
  BigInt(whole + digits.padEnd(decimals, '0'))

/**
 * Finds a fault that holds for every possible smallest unit of the coin. For an unknown coin all numbers of decimals
 * are tried.
 * @param faultAt the fault when amounts have this number of decimals
 */
export function faultAtAllDecimals(
  amounts: readonly DecimalAmount[],
  coin: unknown,
  faultAt: (decimals: number) => string | undefined,
): string | undefined {
  const digits = Math.max(0, ...amounts.map((amount) => amount.digits.length))
  const known = typeof coin === 'string' ? COIN_DECIMALS.get(coin) : undefined
  const most = Math.max(digits, known ?? MOST_DECIMALS)
  for (let decimals = Math.max(digits, known ?? 0); ; decimals += 1) {
    const fault = faultAt(decimals)
    if (fault === undefined || decimals >= most) return fault
  }
}

/** @throws {FairnessError} if it is not a number with at most four decimals */
export function recordedMultiplier(value: unknown): Multiplier {
  if (typeof value !== 'number') throw new FairnessError('multiplier must be a number')
  return signedMultiplier(`${value}`)
}

/** Receipts write multipliers as text. @throws {FairnessError} if it has more than four decimals */
export function signedMultiplier(text: string): Multiplier {
  const { whole, digits } = amountOf(text, 'multiplier')
  const multiplier = Number(whole + digits.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
  if (/[1-9]/.test(digits.slice(DECIMALS))) {
    throw new FairnessError('multiplier must have four decimals at most')
  }
  if (!Number.isSafeInteger(multiplier)) throw new FairnessError('multiplier is too large')
  return multiplier
}

const DECIMALS = String(MULTIPLIER_SCALE).length - 1
