import * as v from 'valibot'
import { ask, RpcFailure, type ChainNode } from './chain-node.ts'

/** Read methods that are cheap for the node and do not reveal the signer. */
const METHODS = [
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'net_version',
] as const
/** Only a practice chain accepts signed transactions. Wallets send those of real chains through their own nodes. */
const PRACTICE_METHODS = [...METHODS, 'eth_sendRawTransaction'] as const
const MAX_BATCH = 10

const IdSchema = v.union([
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.maxLength(100)),
  v.null(),
])
const RequestSchema = v.object({
  jsonrpc: v.literal('2.0'),
  id: IdSchema,
  method: v.pipe(v.string(), v.maxLength(60)),
  params: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(6)), []),
})
const AnswersSchema = v.array(
  v.object({
    jsonrpc: v.literal('2.0'),
    id: IdSchema,
    result: v.optional(v.unknown()),
    error: v.optional(v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) })),
  }),
)

type RpcRequest = v.InferOutput<typeof RequestSchema>
type RpcAnswer = v.InferOutput<typeof AnswersSchema>[number]

// https://www.jsonrpc.org/specification#error_object
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
const METHOD_NOT_FOUND = -32601
const INTERNAL_ERROR = -32603

const failed = (id: RpcAnswer['id'], code: number, message: string): RpcAnswer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

/**
 * Answers one JSON-RPC request or a batch. Only allowed methods are forwarded. Without a node every method is "not found".
 * `node` is a URL for a real chain, and an object for a practice chain.
 */
export async function answerJsonRpc(
  text: string,
  node: string | ChainNode | null,
): Promise<RpcAnswer | RpcAnswer[]> {
  const asked = parseJson(text)
  if (asked === undefined) return failed(null, PARSE_ERROR, 'This is not JSON')
  const answer = (requests: readonly unknown[]) =>
    typeof node === 'object' && node !== null ? answerHere(requests, node) : answerAll(requests, node)
  if (!Array.isArray(asked)) return (await answer([asked]))[0] ?? noRequest()
  if (asked.length === 0 || asked.length > MAX_BATCH) {
    return failed(null, INVALID_REQUEST, `A batch has 1 to ${MAX_BATCH} requests`)
  }
  return answer(asked)
}

/** Sequential: a transaction may depend on the one before it. */
async function answerHere(asked: readonly unknown[], node: ChainNode): Promise<RpcAnswer[]> {
  const answers: RpcAnswer[] = []
  for (const each of asked) {
    const request = v.safeParse(RequestSchema, each)
    answers.push(request.success ? await answerOne(request.output, node) : noRequest())
  }
  return answers
}

async function answerOne({ id, method, params }: RpcRequest, node: ChainNode): Promise<RpcAnswer> {
  if (!PRACTICE_METHODS.some((each) => each === method)) {
    return failed(id, METHOD_NOT_FOUND, 'The method is not available')
  }
  try {
    return { jsonrpc: '2.0', id, result: await node.request(method, params) }
  } catch (error) {
    if (error instanceof RpcFailure) return failed(id, error.code, error.message)
    throw error
  }
}

async function answerAll(asked: readonly unknown[], nodeUrl: string | null): Promise<RpcAnswer[]> {
  const requests = asked.map((each) => v.safeParse(RequestSchema, each))
  const allowed = requests.flatMap(({ success, output }) =>
    success && nodeUrl !== null && isAllowed(output) ? [output] : [],
  )
  const answers = nodeUrl === null || allowed.length === 0 ? [] : await askNode(nodeUrl, allowed)
  let next = 0
  return requests.map(({ success, output }) => {
    if (!success) return noRequest()
    if (nodeUrl !== null && isAllowed(output)) {
      const answer = answers[next++]
      return answer
        ? { ...answer, id: output.id }
        : failed(output.id, INTERNAL_ERROR, 'The node does not answer')
    }
    return failed(output.id, METHOD_NOT_FOUND, 'The method is not available')
  })
}

/** In the order of the requests; undefined for a missing answer. Replaces the ids, because callers may repeat them. */
async function askNode(nodeUrl: string, requests: readonly RpcRequest[]): Promise<(RpcAnswer | undefined)[]> {
  const numbered = requests.map((request, id) => ({ ...request, id }))
  try {
    const answer = await ask(nodeUrl, numbered.length === 1 ? numbered[0] : numbered)
    const answers = v.parse(AnswersSchema, Array.isArray(answer) ? answer : [answer])
    return numbered.map(({ id }) => answers.find((each) => each.id === id))
  } catch {
    return []
  }
}

const noRequest = () => failed(null, INVALID_REQUEST, 'This is no JSON-RPC request')

const isAllowed = ({ method }: RpcRequest) => METHODS.some((each) => each === method)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
