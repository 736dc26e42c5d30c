import * as v from 'valibot'
import { ask } from './chain-node.ts'

/** What a page may ask a node: to read, and nothing that costs the node much or tells it who signs. */
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
 * Answers one JSON-RPC request or a batch of them from a node, which hears of those alone that are allowed.
 * Without a node it is as if it knew no method.
 */
export async function answerJsonRpc(text: string, nodeUrl: string | null): Promise<RpcAnswer | RpcAnswer[]> {
  const asked = parseJson(text)
  if (asked === undefined) return failed(null, PARSE_ERROR, 'This is not JSON')
  if (!Array.isArray(asked)) return (await answerAll([asked], nodeUrl))[0] ?? noRequest()
  if (asked.length === 0 || asked.length > MAX_BATCH) {
    return failed(null, INVALID_REQUEST, `A batch has 1 to ${MAX_BATCH} requests`)
  }
  return answerAll(asked, nodeUrl)
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

/** In the order of the requests; those the node left out are undefined. Ids are our own: callers may repeat theirs. */
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
