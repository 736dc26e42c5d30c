import { createCounts } from './counts.ts'
import { Refusal } from './refusal.ts'

/** Of one player or one session, and of an address whose players nobody knows yet. */
const MOST_OF_PLAYER = 8
const MOST_OF_ADDRESS = 300
const MOST_OF_ALL = 20_000

/** Calls that count from their arrival: each is done, whether or not its caller still waits for the answer. */
export interface InsistingCalls {
  /** @param lines in whose names it comes @throws Refusal `rate_limited`: nothing was begun then */
  run<T>(lines: readonly string[], work: () => Promise<T>): Promise<T>
  /** Resolves when all that are here now have ended. */
  settled(): Promise<void>
}

export function createInsistingCalls(): InsistingCalls {
  const underWay = new Set<Promise<unknown>>()
  const counts = createCounts<string>()
  const isFull = (line: string) =>
    counts.of(line) >= (line.startsWith('address ') ? MOST_OF_ADDRESS : MOST_OF_PLAYER)

  return {
    async run(lines, work) {
      if (lines.some(isFull) || underWay.size >= MOST_OF_ALL) {
        throw new Refusal('rate_limited', 'Too many calls at once', { retryAfterS: 1 })
      }
      for (const line of lines) counts.change(line, 1)
      const doing = work()
      underWay.add(doing)
      try {
        return await doing
      } finally {
        underWay.delete(doing)
        for (const line of lines) counts.change(line, -1)
      }
    },
    async settled() {
      await Promise.allSettled(underWay)
    },
  }
}
