import type { Transaction } from '#contract/transactions.ts'

const FOLLOW_EVERY_MS = 3_000

/** How often what is on screen is asked for while something in it is under way; each page is a call of its own. */
export function followEveryMs(
  pages: readonly { readonly transactions: readonly Transaction[] }[] = [],
): number | false {
  const isUnderWay = (line: Transaction) =>
    line.group === 'deposit'
      ? line.status === 'confirming'
      : line.group === 'withdrawal' && line.settledAt === null
  return pages.some(({ transactions }) => transactions.some(isUnderWay))
    ? FOLLOW_EVERY_MS * pages.length
    : false
}
