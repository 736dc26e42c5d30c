import * as v from 'valibot'
import { AnswerTooLargeError, fetchBounded } from '#server/base/fetch-bounded.ts'

const TIMEOUT_MS = 4_000
const MAX_BYTES = 1024 * 1024

export interface ChainNode {
  /**
   * @throws RpcFailure when the node returns an error
   * @throws NodeUnavailable for no answer or an invalid one
   */
  request(method: string, params: readonly unknown[], timeoutMs?: number, maxBytes?: number): Promise<unknown>
}

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

/** The first part of an answer that exceeds the size limit; null for any other error. */
export const truncatedBody = (error: unknown): Buffer | null =>
  error instanceof NodeUnavailable && error.cause instanceof AnswerTooLargeError
    ? error.cause.beginning
    : null

export const isTooLarge = (error: unknown) => truncatedBody(error) !== null

export const QuantitySchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((text) => BigInt(text)),
)

interface Question<T extends v.GenericSchema> {
  readonly schema: T
  readonly method: string
  readonly params: readonly unknown[]
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

/** @throws RpcFailure, NodeUnavailable also when the answer does not match `schema` */
export async function requestParsed<T extends v.GenericSchema>(
  node: ChainNode,
  { schema, method, params, timeoutMs, maxBytes }: Question<T>,
): Promise<v.InferOutput<T>> {
  const parsed = v.safeParse(schema, await node.request(method, params, timeoutMs, maxBytes))
  if (!parsed.success) throw new NodeUnavailable(`The node answered ${method} in an unknown format`)
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
      // A proxy or a cache may return the answer to another request.
      if (idOf(answer) !== id) throw new NodeUnavailable('The node answered another request')
      return resultOf(answer)
    },
  }
}

export const idOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined

/** @throws RpcFailure, NodeUnavailable */
export function resultOf(answer: unknown): unknown {
  const parsed = v.safeParse(AnswerSchema, answer)
  if (!parsed.success) throw new NodeUnavailable('The answer of the node is not JSON-RPC')
  if ('error' in parsed.output) {
    throw new RpcFailure(parsed.output.error.code, parsed.output.error.message.slice(0, 500))
  }
  return parsed.output.result
}

/**
 * Returns the JSON body for any HTTP status: many nodes send RPC errors with 4xx.
 * @throws NodeUnavailable. Its message omits the URL, which may contain a key
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
      { service: 'chain-node', timeoutMs, maxBytes },
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) },
    )
    return JSON.parse(bytes.toString()) as unknown
  } catch (cause) {
    throw new NodeUnavailable('The node of the chain does not answer', { cause })
  }
}
