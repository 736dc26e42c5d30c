import { COIN_DECIMALS, MOST_DECIMALS } from './coin-decimals.ts'
import { FairnessError } from './fairness-error.ts'
import { MULTIPLIER_SCALE, type Multiplier } from './multiplier.ts'

// Amounts and multipliers as exports, the API and receipts write them.

interface DecimalAmount {
  readonly whole: string
  /** After the point. */
  readonly digits: string
}

/** Reads what a record says; undefined where it says nothing. */
export const told = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
  value === undefined || value === null ? undefined : read(value)

/** @throws {FairnessError} when it is no decimal number */
export function amountOf(value: unknown, name: string): DecimalAmount {
  const isText = typeof value === 'string' || typeof value === 'number'
  const [, whole, digits = ''] = (isText && /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(`${value}`)) || []
  if (whole === undefined) throw new FairnessError(`${name} must be a decimal number`)
  return { whole, digits }
}

export const unitsAt = ({ whole, digits }: DecimalAmount, decimals: number) =>
  BigInt(whole + digits.padEnd(decimals, '0'))

/**
 * What is wrong whatever the smallest unit of the coin is. Of a coin that is not known, each number of decimals that it may
 * have counts.
 * @param faultAt what is wrong when amounts are counted with so many decimals
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

/** @throws {FairnessError} when it is no number with four decimals at most */
export function recordedMultiplier(value: unknown): Multiplier {
  if (typeof value !== 'number') throw new FairnessError('multiplier must be a number')
  return signedMultiplier(`${value}`)
}

/** Of a receipt, which has it as a text. @throws {FairnessError} when it has more than four decimals */
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
