import { Refusal } from './refusal.ts'

interface TurnLimits {
  /** How many have their turn at once. */
  readonly atOnce: number
  /** How many of these may be of one key, while others want turns as well (`isShared`) and while none does. */
  readonly perKey: (key: string, isShared: boolean) => number
  /** How many may wait, all together; any number where it is left out. */
  readonly waiting?: number
  /** Whoever has waited so long goes away, in milliseconds; nobody does where it is left out. */
  readonly waitMs?: number
}

interface Waiting {
  readonly begin: () => void
}

export interface FairTurns {
  /**
   * Waits for a turn and returns what ends it.
   * @throws Refusal `unavailable` when there are too many, or it takes too long: nothing was begun then
   */
  take(key: string): Promise<() => void>
}

interface FairWork extends FairTurns {
  /** Does a piece of work when its turn has come. Throws as `take` does, and what the work throws. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * Gives turns to keys one after another, however many each of them waits for: who asks for one waits for one turn
 * of each of the others, not for all that they asked for before.
 */
export function createFairTurns({ atOnce, perKey, waiting = Infinity, waitMs }: TurnLimits): FairWork {
  /** Those that wait, by key; the key whose turn is next comes first. */
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
      // To the end, where this same pass comes upon it again when there is room.
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
        // Where nobody else wants a turn any more, the others' second ones are free.
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
  new Refusal('unavailable', 'There is too much to do; nothing was begun', { retryAfterS: 2 })
