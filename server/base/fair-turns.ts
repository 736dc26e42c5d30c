import { Refusal } from './refusal.ts'

interface TurnLimits {
  readonly atOnce: number
  /** Turns that one key may have, while other keys wait as well (`isShared`) and while none does. */
  readonly perKey: (key: string, isShared: boolean) => number
  /** Limit of all waiting ones together; absent means no limit. */
  readonly waiting?: number
  /** Longest wait; absent means no limit. */
  readonly waitMs?: number
}

interface Waiting {
  readonly begin: () => void
}

export interface FairTurns {
  /**
   * Waits for a turn and returns the function that ends it.
   * @throws Refusal `unavailable` when too many wait or it takes too long: nothing was begun then
   */
  take(key: string): Promise<() => void>
  load(): { readonly taken: number; readonly waiting: number }
}

interface FairWork extends FairTurns {
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * Round-robin between keys: a caller waits for one turn of each other key, not for all turns that the other keys
 * requested earlier.
 */
export function createFairTurns({ atOnce, perKey, waiting = Infinity, waitMs }: TurnLimits): FairWork {
  const queues = new Map<string, Set<Waiting>>()
  const running = new Map<string, number>()
  let underWay = 0
  let waitingNow = 0

  const hasRoom = (key: string) => {
    const isShared = running.size > (running.has(key) ? 1 : 0) || queues.size > (queues.has(key) ? 1 : 0)
    return (running.get(key) ?? 0) < perKey(key, isShared)
  }

  function giveTurns(): void {
    for (const [key, queue] of queues) {
      if (underWay >= atOnce) return
      if (!hasRoom(key)) continue
      const [first] = queue
      if (!first) continue
      leave(key, first)
      const left = queues.get(key)
      // To the end of the map, where this loop meets it again.
      if (left && queues.delete(key)) queues.set(key, left)
      first.begin()
    }
  }

  function leave(key: string, one: Waiting): void {
    const queue = queues.get(key)
    if (!queue?.delete(one)) return
    waitingNow -= 1
    if (queue.size === 0) queues.delete(key)
  }

  function begin(key: string): () => void {
    underWay += 1
    running.set(key, (running.get(key) ?? 0) + 1)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      underWay -= 1
      const left = (running.get(key) ?? 1) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
      giveTurns()
    }
  }

  async function take(key: string): Promise<() => void> {
    if (underWay < atOnce && hasRoom(key) && !queues.has(key)) return begin(key)
    if (waitingNow >= waiting) throw tooMany()
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        begin() {
          clearTimeout(timer)
          resolve(begin(key))
        },
      }
      const goAway = () => {
        leave(key, one)
        reject(tooMany())
        // When no other key waits, the limit of the remaining keys rises.
        giveTurns()
      }
      const timer = waitMs === undefined ? undefined : setTimeout(goAway, waitMs)
      const queue = queues.get(key) ?? new Set()
      queues.set(key, queue.add(one))
      waitingNow += 1
    })
  }

  return {
    take,
    load: () => ({ taken: underWay, waiting: waitingNow }),
    async inTurn(key, work) {
      const end = await take(key)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}

const tooMany = () =>
  new Refusal('unavailable', 'The server is too busy; nothing was begun', { retryAfterS: 2 })
