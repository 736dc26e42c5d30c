import { FairnessError } from './fairness-error.ts'

/**
 * The canonical text of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no spaces, numbers as ECMAScript
 * writes them.
 * @throws {FairnessError} for anything JSON cannot hold, such as the infinite number that 1e999 in a file becomes
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = value as Readonly<Record<string, unknown>>
    const keys = Object.keys(fields).filter((key) => fields[key] !== undefined)
    return `{${keys
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`)
      .join(',')}}`
  }
  const isJson = value === null || typeof value === 'string' || typeof value === 'boolean'
  if (!isJson && !(typeof value === 'number' && Number.isFinite(value))) {
    throw new FairnessError(`a ${typeof value} has no JSON form`)
  }
  return JSON.stringify(value)
}
