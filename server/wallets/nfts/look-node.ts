import { MAX_BATCH, type BatchNode, type Call } from '#server/chains/batch-node.ts'
import { NodeUnavailable, type ChainNode } from '#server/chains/chain-node.ts'

interface LookOptions {
  readonly node: BatchNode
  /** Called before calls are made. @throws BudgetSpentError */
  readonly spend: (calls: number) => void
  /** Waits for a free slot of the node. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Deadline of all requests, by `performance.now()`. */
  readonly end: number
}

interface Waiting extends Call {
  readonly timeoutMs: number
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

const TIMEOUT_MS = 4_000
const MAX_BYTES = 1024 * 1024

/** Batches contract calls that arrive in the same tick. */
export function createLookNode({ node, spend, inTurn, end }: LookOptions): ChainNode {
  let waiting: Waiting[] = []

  return {
    async request(method, params, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES) {
      timeLeft(timeoutMs)
      spend(1)
      // Not batched: nodes that process batches sequentially would take too long for two searches.
      if (method !== 'eth_call') {
        return inTurn(() => node.request(method, params, timeLeft(timeoutMs), maxBytes))
      }
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(askTogether)
        waiting.push({ method, params, maxBytes, timeoutMs, resolve, reject })
      })
    },
  }

  function askTogether(): void {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += MAX_BATCH) {
      const calls = all.slice(at, at + MAX_BATCH)
      const longest = Math.min(...calls.map(({ timeoutMs }) => timeoutMs))
      inTurn(() => node.requestAll(calls, { timeoutMs: () => timeLeft(longest), onRepeat: spend })).then(
        (outcomes) =>
          calls.forEach(({ resolve, reject }, index) => {
            const outcome = outcomes[index]
            if (outcome?.status === 'fulfilled') resolve(outcome.value)
            else reject(outcome?.reason)
          }),
        (error: unknown) => calls.forEach(({ reject }) => reject(error)),
      )
    }
  }

  function timeLeft(most: number): number {
    const left = end - performance.now()
    if (left <= 0) throw new NodeUnavailable('There is no time left to ask the node')
    return Math.min(most, left)
  }
}
