/**
 * Errors of a database that cannot work now: 08 connections, 53 disk, memory or connections exhausted, 57P0 shutdown,
 * 58030 disk failure, 57014 and 55P03 timeout of a statement or a lock, 40P01 deadlock, 40001 serialization failure
 * (on a standby: conflict with the primary). A later retry can succeed.
 */
const TROUBLE_CODES =
  /^(ECONN\w+|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|EAI_AGAIN|ENOSPC|EDQUOT|08\w{3}|53\w{3}|57P0\d|58030|57014|55P03|40P01|40001)$/
const TROUBLE_MESSAGES =
  /connection terminated|is not queryable|timeout exceeded when trying to connect|query read timeout|pglite is closed|driver has already been destroyed/i
const DISK_FULL_CODES = /^(53100|ENOSPC|EDQUOT)$/
const DISK_FULL_MESSAGES = /no space left on device/i

/** True if the database failed, not the statement. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseTrouble)
  return (
    error instanceof Error &&
    (TROUBLE_CODES.test(codeOf(error)) || TROUBLE_MESSAGES.test(error.message) || isDiskFull(error))
  )
}

export function isDiskFull(error: unknown): boolean {
  return (
    error instanceof Error && (DISK_FULL_CODES.test(codeOf(error)) || DISK_FULL_MESSAGES.test(error.message))
  )
}

export const isTimeOut = (error: unknown): boolean => error instanceof Error && codeOf(error) === '57014'

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === '23505'

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')
