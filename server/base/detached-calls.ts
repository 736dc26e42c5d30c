import { createCounts } from './counts.ts'
import { Refusal } from './refusal.ts'

/** Per player and per session, and per address for unknown players. */
const MOST_OF_PLAYER = 8
const MOST_OF_ADDRESS = 300
const MOST_OF_ALL = 20_000

/** Requests that count from their arrival: each completes even if its caller disconnects. */
export interface DetachedCalls {
  /**
   * @param lines keys that it counts for
   * @throws Refusal `rate_limited`: nothing was begun then
   */
  run<T>(lines: readonly string[], work: () => Promise<T>): Promise<T>
  settled(): Promise<void>
}

export function createDetachedCalls(): DetachedCalls {
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
