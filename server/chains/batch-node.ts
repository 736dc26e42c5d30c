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
import { inLanes } from './in-lanes.ts'

/** Most calls of one batch: every node that takes batches takes as many, or is asked for fewer. */
export const MAX_BATCH = 20
const SMALL_BATCH = 5
/** A node that refused a batch is given smaller ones, or none, for so long. */
const REMEMBERED_MS = 10 * 60_000
/** Calls one by one, instead of a batch that came to nothing. */
export const LANES = 5
/** No JSON, no request, no method, no parameters: what nodes say that know no batches. */
const NO_BATCH_CODES = [-32_700, -32_600, -32_601, -32_602]

export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
  readonly maxBytes: number
}

/** What bounds several calls. */
interface Bounds {
  /** Milliseconds for the next question to the node. @throws NodeUnavailable when there is no time left */
  readonly timeoutMs: () => number
  /** Told before calls are made once more; what it throws is what they come to. */
  readonly onRepeat: (calls: number) => void
}

/** A node that is asked for several things at once, where it allows that. */
export interface BatchNode extends ChainNode {
  /** What each call came to, in their order; bounded like single ones. */
  requestAll(calls: readonly Call[], bounds: Bounds): Promise<readonly PromiseSettledResult<unknown>[]>
}

type Outcomes = readonly PromiseSettledResult<unknown>[]

/** The same of any node, in a batch where it takes one; each within the time. */
export function requestAll(
  node: ChainNode | BatchNode,
  calls: readonly Call[],
  timeoutMs: number,
): Promise<Outcomes> {
  const bounds = { timeoutMs: () => timeoutMs, onRepeat: () => {} }
  if ('requestAll' in node) return node.requestAll(calls, bounds)
  return inLanes(calls, LANES, ({ method, params, maxBytes }) =>
    settled(() => node.request(method, params, timeoutMs, maxBytes)),
  )
}

/**
 * What a call came to. One whose answer was too large is made again, alone, and may answer as much as one block can
 * have: anybody may fill a block, which must not keep the others from being read.
 * @throws what it came to
 */
export async function answerOf(
  node: ChainNode,
  { method, params }: Call,
  outcome: PromiseSettledResult<unknown> | undefined,
  timeoutMs: number,
): Promise<unknown> {
  if (!outcome) throw new Error('A call was not made')
  if (outcome.status === 'fulfilled') return outcome.value
  if (isTooLarge(outcome.reason)) return node.request(method, params, timeoutMs, MAX_UNDIVIDED_BYTES)
  throw outcome.reason
}

/** The node takes no batch of that size. */
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
      outcomes.push(...(await askTogether(calls.slice(outcomes.length, outcomes.length + size), bounds)))
    }
    return outcomes
  }

  async function askTogether(calls: readonly Call[], bounds: Bounds): Promise<Outcomes> {
    if (calls.length === 1) return askEach(calls, bounds)
    try {
      return await askBatch(url, calls, bounds.timeoutMs())
    } catch (error) {
      const isRefused = error instanceof BatchRefused
      if (!isRefused && !isTooLarge(error)) return calls.map(() => rejected(error))
      if (isRefused) {
        size = calls.length > SMALL_BATCH ? SMALL_BATCH : 1
        refusedUntil = clock() + REMEMBERED_MS
      }
      try {
        bounds.onRepeat(calls.length)
      } catch (spent) {
        return calls.map(() => rejected(spent))
      }
      // One that says far too much must not take their answers from the others.
      return isRefused ? requestAll(calls, bounds) : askEach(calls, bounds)
    }
  }

  function askEach(calls: readonly Call[], { timeoutMs }: Bounds): Promise<Outcomes> {
    return inLanes(calls, LANES, ({ method, params, maxBytes }) =>
      settled(async () => single.request(method, params, timeoutMs(), maxBytes)),
    )
  }
}

/** @throws BatchRefused, NodeUnavailable, RpcFailure for all of them */
async function askBatch(url: string, calls: readonly Call[], timeoutMs: number): Promise<Outcomes> {
  const batch = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  const mostBytes = calls.reduce((sum, { maxBytes }) => sum + maxBytes, 0)
  const answer = await ask(url, batch, timeoutMs, mostBytes).catch((error: unknown) => {
    // A page of a proxy, or nothing at all: there are nodes that answer batches like that.
    const isNoJson = error instanceof NodeUnavailable && error.cause instanceof SyntaxError
    throw isNoJson ? new BatchRefused('The node answers a batch with no JSON', { cause: error }) : error
  })
  if (!Array.isArray(answer)) throw refusalOf(answer)
  const byId = new Map((answer as unknown[]).map((each) => [idOf(each), each]))
  if (!calls.some((_, id) => byId.has(id))) throw new BatchRefused('The node answers none of a batch')
  return Promise.all(
    calls.map(({ maxBytes }, id) =>
      settled(async () => {
        const result = resultOf(byId.get(id))
        const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? '')
        if (text.length <= maxBytes) return result
        const cause = new AnswerTooLargeError(maxBytes, Buffer.from(text))
        throw new NodeUnavailable('The node answers too much', { cause })
      }),
    ),
  )
}

/** One answer to all of a batch: the node knows no batches, or has had enough of calls. */
function refusalOf(answer: unknown): Error {
  try {
    resultOf(answer)
  } catch (error) {
    const hasHadEnough =
      error instanceof RpcFailure && !NO_BATCH_CODES.includes(error.code) && !/batch/i.test(error.message)
    if (hasHadEnough) return error
  }
  return new BatchRefused('The node takes no such batch')
}

const rejected = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason })

async function settled(work: () => Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
  try {
    return { status: 'fulfilled', value: await work() }
  } catch (reason) {
    return rejected(reason)
  }
}
