import { FairnessError } from './fairness-error.ts'

export type Fields = Readonly<Record<string, unknown>>

/** @throws {FairnessError} if `value` is not a JSON object */
export function parseFields(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FairnessError(`${name} must be an object`)
  }
  return value as Fields
}

/** @throws {FairnessError} if `value` is not a JSON array */
export function parseList(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new FairnessError(`${name} must be a list`)
  return value as unknown[]
}

/** @throws {FairnessError} if `value` is not a non-empty, well-formed text */
export function parseSeedText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new FairnessError(`${name} must be a text`)
  if (value === '') throw new FairnessError(`${name} is empty`)
  // Half a surrogate pair has no UTF-8 form: two different texts would give the same result.
  if (/\p{Surrogate}/u.test(value)) throw new FairnessError(`${name} is not well-formed Unicode`)
  return value
}

/** @throws {FairnessError} if `value` is not a whole number from `min` to `max` */
export function parseInteger(value: unknown, name: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new FairnessError(`${name} must be a whole number from ${min} to ${max}`)
  }
  return value
}

/**
 * Reads a number with at most two decimals, such as 59.67, as hundredths: 5_967.
 * @throws {FairnessError} if `value` is not between `min` and `max` hundredths
 */
export function parseHundredths(value: unknown, name: string, min: number, max: number): number {
  const hundredths = typeof value === 'number' ? Math.round(value * 100) : Number.NaN
  if (hundredths / 100 !== value) throw new FairnessError(`${name} must have two decimals at most`)
  return parseInteger(hundredths, name, min, max)
}

/** @throws {FairnessError} if `value` is not one of `choices` */
export function parseChoice<Choice extends string | number>(
  value: unknown,
  name: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new FairnessError(`${name} must be one of ${choices.join(', ')}`)
  return found
}
