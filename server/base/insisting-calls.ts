import { Refusal } from './refusal.ts'

/** Of one player, and of an address whose players nobody knows yet. */
const MOST_OF_PLAYER = 8
const MOST_OF_ADDRESS = 300
const MOST_OF_ALL = 20_000

/** Calls that count from their arrival: each is done, whether or not its caller still waits for the answer. */
export interface InsistingCalls {
  /** @param line in whose name it comes @throws Refusal `rate_limited`: nothing was begun then */
  run<T>(line: string, work: () => Promise<T>): Promise<T>
  /** Resolves when all that are here now have ended. */
  settled(): Promise<void>
}

export function createInsistingCalls(): InsistingCalls {
  const underWay = new Set<Promise<unknown>>()
  const counts = new Map<string, number>()

  return {
    async run(line, work) {
      const count = counts.get(line) ?? 0
      const most = line.startsWith('player ') ? MOST_OF_PLAYER : MOST_OF_ADDRESS
      if (count >= most || underWay.size >= MOST_OF_ALL) {
        throw new Refusal('rate_limited', 'Too many calls at once', { retryAfterS: 1 })
      }
      counts.set(line, count + 1)
      const doing = work()
      underWay.add(doing)
      try {
        return await doing
      } finally {
        underWay.delete(doing)
        const left = (counts.get(line) ?? 1) - 1
        if (left > 0) counts.set(line, left)
        else counts.delete(line)
      }
    },
    async settled() {
      await Promise.allSettled(underWay)
    },
  }
}
