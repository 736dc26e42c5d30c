interface TurnOptions {
  /** Pieces of work at the same time, of all parties and of one. */
  readonly lanes: number
  readonly lanesEach: number
}

/**
 * Lets parties work by turns, one piece each: who has much to do does not keep those waiting who have little.
 */
export function createTurns({ lanes, lanesEach }: TurnOptions) {
  /** In the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let all = 0

  function startNext(): void {
    for (const [party, line] of waiting) {
      if (all >= lanes) return
      const own = running.get(party) ?? 0
      if (own >= lanesEach) continue
      waiting.delete(party)
      const start = line.shift()
      // Behind all others; the loop comes to it again.
      if (line.length > 0) waiting.set(party, line)
      running.set(party, own + 1)
      all += 1
      start?.()
    }
  }

  return async function inTurn<T>(party: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      const line = waiting.get(party)
      if (line) line.push(resolve)
      else waiting.set(party, [resolve])
      startNext()
    })
    try {
      return await work()
    } finally {
      const own = (running.get(party) ?? 1) - 1
      if (own > 0) running.set(party, own)
      else running.delete(party)
      all -= 1
      startNext()
    }
  }
}
