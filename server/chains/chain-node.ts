import * as v from 'valibot'
import { AnswerTooLargeError, fetchBounded } from '#server/base/fetch-bounded.ts'

const TIMEOUT_MS = 4_000
const MAX_BYTES = 1024 * 1024

/** A node of a chain, asked by JSON-RPC. */
export interface ChainNode {
  /**
   * @throws RpcFailure when the node refuses the call
   * @throws NodeUnavailable when it does not answer, or with what is no answer
   */
  request(method: string, params: readonly unknown[], timeoutMs?: number, maxBytes?: number): Promise<unknown>
}

/** What the node says is wrong with a call. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export class NodeUnavailable extends Error {
  override readonly name = 'NodeUnavailable'
}

/** What was read of an answer that has more than is taken; null where something else is wrong. */
export const beginningOf = (error: unknown): Buffer | null =>
  error instanceof NodeUnavailable && error.cause instanceof AnswerTooLargeError
    ? error.cause.beginning
    : null

export const isTooLarge = (error: unknown) => beginningOf(error) !== null

/** A number as JSON-RPC has it. */
export const QuantitySchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((text) => BigInt(text)),
)

/** What a node is asked, and how long and how much it may answer. */
interface Question<T extends v.GenericSchema> {
  readonly schema: T
  readonly method: string
  readonly params: readonly unknown[]
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

/** The node's answer, as `schema` reads it. @throws RpcFailure, NodeUnavailable also for any other answer */
export async function requestParsed<T extends v.GenericSchema>(
  node: ChainNode,
  { schema, method, params, timeoutMs, maxBytes }: Question<T>,
): Promise<v.InferOutput<T>> {
  const parsed = v.safeParse(schema, await node.request(method, params, timeoutMs, maxBytes))
  if (!parsed.success) throw new NodeUnavailable(`The node answers ${method} with something else`)
  return parsed.output
}

const AnswerSchema = v.union([
  v.object({ error: v.object({ code: v.number(), message: v.string() }) }),
  v.object({ result: v.unknown() }),
])

export function createChainNode(url: string): ChainNode {
  let asked = 0
  return {
    async request(method, params, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES) {
      const id = ++asked
      const answer = await ask(url, { jsonrpc: '2.0', id, method, params }, timeoutMs, maxBytes)
      // Something between here and the node may give out the answer to another question.
      if (idOf(answer) !== id) throw new NodeUnavailable('The node answers another question')
      return resultOf(answer)
    },
  }
}

/** Of an answer: the question's own. */
export const idOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined

/** What a node's answer to one call says. @throws RpcFailure, NodeUnavailable */
export function resultOf(answer: unknown): unknown {
  const parsed = v.safeParse(AnswerSchema, answer)
  if (!parsed.success) throw new NodeUnavailable('The node answers with something else than JSON-RPC')
  if ('error' in parsed.output) {
    throw new RpcFailure(parsed.output.error.code, parsed.output.error.message.slice(0, 500))
  }
  return parsed.output.result
}

/**
 * The JSON of a node's answer, whatever its status: many tell their errors with 4xx.
 * @throws NodeUnavailable; its address, which may hold a key, is not in the message
 */
export async function ask(
  url: string,
  request: unknown,
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
): Promise<unknown> {
  try {
    const { bytes } = await fetchBounded(
      url,
      { timeoutMs, maxBytes },
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) },
    )
    return JSON.parse(bytes.toString()) as unknown
  } catch (cause) {
    throw new NodeUnavailable('The node of the chain does not answer', { cause })
  }
}
