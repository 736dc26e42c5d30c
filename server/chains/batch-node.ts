import type { Clock } from '#server/base/clock.ts'
import { AnswerTooLargeError } from '#server/base/fetch-bounded.ts'
import {
  ask,
  createChainNode,
  idOf,
  isTooLarge,
  NodeUnavailable,
  resultOf,
  RpcFailure,
  type ChainNode,
} from './chain-node.ts'
import { MAX_UNDIVIDED_BYTES } from './evm-answers.ts'

/** Nodes that support batches accept this many, or get smaller ones after a refusal. */
export const MAX_BATCH = 20
const SMALL_BATCH = 5
/** How long a node that refused a batch gets smaller ones. */
const SMALL_BATCH_MS = 10 * 60_000
export const CONCURRENT_CALLS = 5
/** JSON-RPC errors of nodes without batches: parse error, invalid request, unknown method, invalid params. */
const NO_BATCH_CODES = [-32_700, -32_600, -32_601, -32_602]

export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
  readonly maxBytes: number
}

interface Bounds {
  /** Timeout of the next request, in milliseconds. @throws NodeUnavailable when there is no time left */
  readonly timeoutMs: () => number
  /** Called before calls are repeated. An error that it throws becomes their outcome. */
  readonly onRepeat: (calls: number) => void
}

export interface BatchNode extends ChainNode {
  /** Outcomes are in the order of the calls. */
  requestAll(calls: readonly Call[], bounds: Bounds): Promise<readonly PromiseSettledResult<unknown>[]>
}

type Outcomes = readonly PromiseSettledResult<unknown>[]

/** Uses a batch where the node supports it. `timeoutMs` applies to each request. */
export function requestAll(
  node: ChainNode | BatchNode,
  calls: readonly Call[],
  timeoutMs: number,
): Promise<Outcomes> {
  const bounds = { timeoutMs: () => timeoutMs, onRepeat: () => {} }
  if ('requestAll' in node) return node.requestAll(calls, bounds)
  return mapConcurrently(calls, CONCURRENT_CALLS, ({ method, params, maxBytes }) =>
    settled(() => node.request(method, params, timeoutMs, maxBytes)),
  )
}

/**
 * Returns the result of a call. If its answer was too large, repeats the call alone with the limit of a whole block: one
 * full block must not prevent the reading of the others.
 * @throws the error of the call
 */
export async function resultOrRetry(
  node: ChainNode,
  { method, params }: Call,
  outcome: PromiseSettledResult<unknown> | undefined,
  timeoutMs: number,
): Promise<unknown> {
  if (!outcome) throw new Error('A call has no outcome')
  if (outcome.status === 'fulfilled') return outcome.value
  if (isTooLarge(outcome.reason)) return node.request(method, params, timeoutMs, MAX_UNDIVIDED_BYTES)
  throw outcome.reason
}

class BatchRefused extends Error {
  override readonly name = 'BatchRefused'
}

export function createBatchNode(url: string, clock: Clock): BatchNode {
  const single = createChainNode(url)
  let size = MAX_BATCH
  let refusedUntil = 0

  return { request: single.request, requestAll }

  async function requestAll(calls: readonly Call[], bounds: Bounds): Promise<Outcomes> {
    const outcomes: PromiseSettledResult<unknown>[] = []
    while (outcomes.length < calls.length) {
      if (clock() >= refusedUntil) size = MAX_BATCH
      outcomes.push(...(await requestBatch(calls.slice(outcomes.length, outcomes.length + size), bounds)))
    }
    return outcomes
  }

  async function requestBatch(calls: readonly Call[], bounds: Bounds): Promise<Outcomes> {
    if (calls.length === 1) return requestEach(calls, bounds)
    try {
      return await postBatch(url, calls, bounds.timeoutMs())
    } catch (error) {
      const isRefused = error instanceof BatchRefused
      if (!isRefused && !isTooLarge(error)) return calls.map(() => rejected(error))
      if (isRefused) {
        size = calls.length > SMALL_BATCH ? SMALL_BATCH : 1
        refusedUntil = clock() + SMALL_BATCH_MS
      }
      try {
        bounds.onRepeat(calls.length)
      } catch (spent) {
        return calls.map(() => rejected(spent))
      }
      // A huge answer must not cost the other calls their answers.
      return isRefused ? requestAll(calls, bounds) : requestEach(calls, bounds)
    }
  }

  function requestEach(calls: readonly Call[], { timeoutMs }: Bounds): Promise<Outcomes> {
    return mapConcurrently(calls, CONCURRENT_CALLS, ({ method, params, maxBytes }) =>
      settled(async () => single.request(method, params, timeoutMs(), maxBytes)),
    )
  }
}

/** @throws BatchRefused, NodeUnavailable, RpcFailure for the batch as a whole */
async function postBatch(url: string, calls: readonly Call[], timeoutMs: number): Promise<Outcomes> {
  const batch = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  const mostBytes = calls.reduce((sum, { maxBytes }) => sum + maxBytes, 0)
  const answer = await ask(url, batch, timeoutMs, mostBytes).catch((error: unknown) => {
    // Some nodes answer a batch with an HTML page of a proxy or with nothing.
    const isNoJson = error instanceof NodeUnavailable && error.cause instanceof SyntaxError
    throw isNoJson ? new BatchRefused('The node answered a batch without JSON', { cause: error }) : error
  })
  if (!Array.isArray(answer)) throw refusalOf(answer)
  const byId = new Map((answer as unknown[]).map((each) => [idOf(each), each]))
  if (!calls.some((_, id) => byId.has(id))) throw new BatchRefused('The node answered no call of the batch')
  return Promise.all(
    calls.map(({ maxBytes }, id) =>
      settled(async () => {
        const result = resultOf(byId.get(id))
        const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? '')
        if (text.length <= maxBytes) return result
        const cause = new AnswerTooLargeError(maxBytes, Buffer.from(text))
        throw new NodeUnavailable('The answer of the node is too large', { cause })
      }),
    ),
  )
}

/** The node answered a whole batch with one error: it does not support batches, or it limits the rate. */
function refusalOf(answer: unknown): Error {
  try {
    resultOf(answer)
  } catch (error) {
    const isRateLimit =
      error instanceof RpcFailure && !NO_BATCH_CODES.includes(error.code) && !/batch/i.test(error.message)
    if (isRateLimit) return error
  }
  return new BatchRefused('The node does not accept the batch')
}

const rejected = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason })

async function settled(work: () => Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
  try {
    return { status: 'fulfilled', value: await work() }
  } catch (reason) {
    return rejected(reason)
  }
}

/** Runs `work` for at most `concurrency` items at a time. Results are in the order of the items. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  const runner = async () => {
    for (const [at, item] of left) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, runner))
  return results
}
