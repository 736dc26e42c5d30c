import type { Clock } from '#server/base/clock.ts'
import { NodeUnavailable } from '#server/chains/chain-node.ts'

const MINUTE_MS = 60_000

/** The caller has used up their share of this minute. */
export class BudgetSpentError extends NodeUnavailable {
  readonly retryAfterS: number

  constructor(retryAfterS: number) {
    super('The share of calls to the node is used up')
    this.retryAfterS = retryAfterS
  }
}

/**
 * Limits calls to one node per minute. A caller may use up to a third of what is left for the others: the first one a
 * quarter of all calls, the next a quarter of the rest. So a few callers cannot block all others.
 */
export function createCallBudget(clock: Clock, perMinute: number) {
  let minute = 0
  let left = perMinute
  const used = new Map<string, number>()

  return {
    /** @throws BudgetSpentError */
    spend(caller: string, calls: number): void {
      const now = clock()
      const current = Math.floor(now / MINUTE_MS)
      if (current !== minute) {
        minute = current
        left = perMinute
        used.clear()
      }
      const sum = (used.get(caller) ?? 0) + calls
      if (3 * sum > left - calls) {
        throw new BudgetSpentError(Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - now) / 1_000)))
      }
      used.set(caller, sum)
      left -= calls
    },
  }
}
