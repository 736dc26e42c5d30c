import * as v from 'valibot'
import { API_BASE } from '#contract/api-base.ts'

const TIMEOUT_MS = 6_000

interface ChainCall {
  readonly method: string
  readonly params: readonly unknown[]
}

const AnswersSchema = v.array(
  v.object({ id: v.number(), result: v.optional(v.unknown()), error: v.optional(v.unknown()) }),
)

/**
 * Sends a batch to a chain's node through Koi's server. A request that the node refuses is answered with undefined.
 * @throws Error if the server or the node does not answer
 */
export async function askChain(
  chainId: number,
  calls: readonly ChainCall[],
  signal: AbortSignal,
): Promise<unknown[]> {
  const response = await fetch(`${API_BASE}/rpc/${chainId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  if (!response.ok) throw new Error(`The chain did not answer: ${response.status}`)
  const answers = v.parse(AnswersSchema, await response.json())
  return calls.map((_, id) => answers.find((answer) => answer.id === id)?.result)
}
