import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { RichAccount, TestChain } from './chain.ts'
import { compileContracts } from './contracts.ts'

/** An NFT on the test chain; whoever deploys it makes its tokens. */
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
    contract: address.toLowerCase(),
    mint: (to: Address, id: bigint) =>
      chain.client.writeContract({ address, abi, functionName: 'mint', args: [to, id] }),
    give: (account: PrivateKeyAccount | RichAccount, to: Address, id: bigint) =>
      chain.client.writeContract({
        ...{ address, abi, account, functionName: 'transferFrom' },
        args: [account.address, to, id],
      }),
  }
}

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** What a node answers instead of the truth: a result, an error, or `'hang up'`. */
export type Lie = { result: unknown } | { error: { code: number; message: string } } | 'hang up'

export type NodeProxy = Awaited<ReturnType<typeof startNodeProxy>>

/** A node in front of the test chain's own, which tells the truth unless it is made to lie. */
export async function startNodeProxy(url: string) {
  const calls: RpcCall[] = []
  const proxy = {
    url: '',
    calls,
    /** Undefined for the truth. */
    lie: (_call: RpcCall): Lie | undefined => undefined,
    tellTruth() {
      calls.length = 0
      proxy.lie = () => undefined
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
      const body = Buffer.concat(chunks).toString()
      const call = JSON.parse(body) as RpcCall
      calls.push(call)
      const lie = proxy.lie(call)
      if (lie === 'hang up') return void response.destroy()
      if (lie) return void response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...lie }))
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
        async (answer) => response.end(await answer.text()),
        () => response.destroy(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
