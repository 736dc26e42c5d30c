import type { Bonus } from '#contract/bonuses.ts'
import { add, divide, formatDecimal, multiply, parseDecimal, ZERO, type Decimal } from '#lib/decimal.ts'

const DAY_MS = 24 * 60 * 60_000
/** From so many days before its end on, a bonus says so. */
const SOON_DAYS = 7
/** After its end a bonus is news for so long. */
const NEWS_DAYS = 7

/** Days until a bonus runs out, a begun one counted; 0 once it has. */
export function daysLeft({ expiresAt }: Pick<Bonus, 'expiresAt'>, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / DAY_MS))
}

export function isEndingSoon(bonus: Pick<Bonus, 'expiresAt'>, now: number): boolean {
  return daysLeft(bonus, now) <= SOON_DAYS
}

/** Whether it ran out lately. */
export function hasJustRunOut({ status, endedAt }: Pick<Bonus, 'status' | 'endedAt'>, now: number): boolean {
  return status === 'expired' && endedAt !== null && now - Date.parse(endedAt) < NEWS_DAYS * DAY_MS
}

/** What has been released, in basis points of the whole, rounded to the nearest. */
export function shareReleased({ amount, released }: Pick<Bonus, 'amount' | 'released'>): number {
  const [part, whole] = [parseDecimal(released) ?? ZERO, parseDecimal(amount) ?? ZERO]
  if (whole.units === 0n) return 0
  return Number(divide(multiply(part, { units: 10_000n, scale: 0 }), whole, 0).units)
}

/** What is locked in each coin, with one of the bonuses it is locked in. */
export function lockedSums(bonuses: readonly Bonus[]): { bonus: Bonus; locked: string }[] {
  const sums = new Map<string, { bonus: Bonus; sum: Decimal }>()
  for (const bonus of bonuses) {
    const own = parseDecimal(bonus.locked) ?? ZERO
    sums.set(bonus.coin, { bonus, sum: add(sums.get(bonus.coin)?.sum ?? ZERO, own) })
  }
  return [...sums.values()].map(({ bonus, sum }) => ({ bonus, locked: formatDecimal(sum) }))
}
