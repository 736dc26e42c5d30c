import type { LiveTopic } from '#contract/live.ts'
import type { Transaction } from '#contract/transactions.ts'

const FOLLOW_EVERY_MS = 3_000

interface Page {
  readonly transactions: readonly Transaction[]
}
export type MoneyTopic = 'deposits' | 'withdrawals'

/** The topics that tell of what is under way on these pages. */
export function awaitedTopics(pages: readonly Page[] = []): ReadonlySet<MoneyTopic> {
  const lines = pages.flatMap(({ transactions }) => transactions)
  return new Set(
    lines.flatMap((line) => {
      if (line.group === 'deposit' && line.status === 'confirming') return ['deposits']
      return line.group === 'withdrawal' && line.settledAt === null ? ['withdrawals'] : []
    }),
  )
}

/**
 * How often what is on screen is asked for while something in it is under way that the server does not tell of; each
 * page is a call of its own.
 * @param told what the server tells of
 */
export function followEveryMs(pages: readonly Page[] = [], told: ReadonlySet<LiveTopic>): number | false {
  const isTold = [...awaitedTopics(pages)].every((topic) => told.has(topic))
  return isTold ? false : FOLLOW_EVERY_MS * pages.length
}
