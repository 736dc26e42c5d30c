import type { LiveTopic } from '#contract/live.ts'
import type { Transaction } from '#contract/transactions.ts'

const FOLLOW_EVERY_MS = 3_000

interface Page {
  readonly transactions: readonly Transaction[]
}
export type MoneyTopic = 'deposits' | 'withdrawals'

/** Topics of pending lines on these pages. */
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
 * Polling interval while a visible line is pending and the server does not push its changes; each page costs a call.
 * @param told topics that the server pushes
 */
export function followEveryMs(pages: readonly Page[] = [], told: ReadonlySet<LiveTopic>): number | false {
  const isTold = [...awaitedTopics(pages)].every((topic) => told.has(topic))
  return isTold ? false : FOLLOW_EVERY_MS * pages.length
}
