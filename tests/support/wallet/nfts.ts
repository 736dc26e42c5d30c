import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getAddress, type Address } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { RichAccount, TestChain } from './chain.ts'
import { compileContracts } from './contracts.ts'

/** An NFT contract on the test chain, whose deployer mints its tokens. */
export async function deployNft(
  chain: TestChain,
  {
    name = 'Pond Koi',
    symbol = 'KOI',
    lists = false,
  }: { name?: string; symbol?: string; lists?: boolean } = {},
) {
  const { abi } = (await compileContracts()).TestNft
  const address = await chain.deploy('TestNft', [name, symbol, lists])
  return {
    address,
    contract: getAddress(address),
    mint: (to: Address, id: bigint) =>
      chain.client.writeContract({ address, abi, functionName: 'mint', args: [to, id] }),
    give: (account: PrivateKeyAccount | RichAccount, to: Address, id: bigint) =>
      chain.client.writeContract({
        address,
        abi,
        account,
        functionName: 'transferFrom',
        args: [account.address, to, id],
      }),
  }
}

export interface RpcCall {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** A false answer of a node: a result, an error, or `'hang up'`. */
export type Lie = { result: unknown } | { error: { code: number; message: string } } | 'hang up'

export type NodeProxy = Awaited<ReturnType<typeof startNodeProxy>>

/** A proxy of the test chain's node, honest by default. */
export async function startNodeProxy(url: string) {
  const calls: RpcCall[] = []
  const proxy = {
    url: '',
    calls,
    /** Number of HTTP requests; a batch of calls is one. */
    questions: 0,
    /** Undefined for the real answer. */
    lie: (_call: RpcCall): Lie | undefined | Promise<Lie | undefined> => undefined,
    /** Replaces the answer to a whole batch, without asking the node. */
    refuse: (_batch: readonly RpcCall[]): object | undefined => undefined,
    tellTruth() {
      calls.length = 0
      proxy.questions = 0
      proxy.lie = () => undefined
      proxy.refuse = () => undefined
    },
    countOf: (method: string) => calls.filter((call) => call.method === method).length,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      proxy.questions += 1
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as RpcCall | RpcCall[]
      const refusal = Array.isArray(asked) ? proxy.refuse(asked) : undefined
      if (refusal) return void response.end(JSON.stringify(refusal))
      const answered = Array.isArray(asked) ? Promise.all(asked.map(answerTo)) : answerTo(asked)
      answered.then(
        (answer) => response.end(JSON.stringify(answer)),
        () => response.destroy(),
      )
    })
  })
  async function answerTo(call: RpcCall): Promise<unknown> {
    calls.push(call)
    const lie = await proxy.lie(call)
    if (lie === 'hang up') throw new Error('The node hangs up')
    if (lie) return { jsonrpc: '2.0', id: call.id, ...lie }
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) })
    return answer.json()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
