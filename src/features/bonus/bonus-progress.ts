import type { Bonus } from '#contract/bonuses.ts'
import { add, divide, formatDecimal, multiply, parseDecimal, ZERO, type Decimal } from '#lib/decimal.ts'

const DAY_MS = 24 * 60 * 60_000
/** A bonus shows a warning this many days before its end. */
const SOON_DAYS = 7
/** An expired bonus is shown this many days. */
const NEWS_DAYS = 7

/** Days until the bonus expires, rounded up; 0 after that. */
export function daysLeft({ expiresAt }: Pick<Bonus, 'expiresAt'>, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / DAY_MS))
}

export function isEndingSoon(bonus: Pick<Bonus, 'expiresAt'>, now: number): boolean {
  return daysLeft(bonus, now) <= SOON_DAYS
}

/** True within `NEWS_DAYS` after the bonus expired. */
export function hasJustRunOut({ status, endedAt }: Pick<Bonus, 'status' | 'endedAt'>, now: number): boolean {
  return status === 'expired' && endedAt !== null && now - Date.parse(endedAt) < NEWS_DAYS * DAY_MS
}

/** Released share in basis points, rounded to the nearest. */
export function shareReleased({ amount, released }: Pick<Bonus, 'amount' | 'released'>): number {
  const [part, whole] = [parseDecimal(released) ?? ZERO, parseDecimal(amount) ?? ZERO]
  if (whole.units === 0n) return 0
  return Number(divide(multiply(part, { units: 10_000n, scale: 0 }), whole, 0).units)
}

/** Locked amount by coin, each with one of its bonuses. */
export function lockedSums(bonuses: readonly Bonus[]): { bonus: Bonus; locked: string }[] {
  const sums = new Map<string, { bonus: Bonus; sum: Decimal }>()
  for (const bonus of bonuses) {
    const own = parseDecimal(bonus.locked) ?? ZERO
    sums.set(bonus.coin, { bonus, sum: add(sums.get(bonus.coin)?.sum ?? ZERO, own) })
  }
  return [...sums.values()].map(({ bonus, sum }) => ({ bonus, locked: formatDecimal(sum) }))
}
