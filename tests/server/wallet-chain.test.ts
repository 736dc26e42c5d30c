import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { encodeAbiParameters, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WalletProfile } from '#contract/wallet.ts'
import { configFile, practiceChains } from '../support/config-file.ts'
import { startChain, type TestChain } from '../support/wallet/chain.ts'
import { startExplorer, type TestExplorer } from '../support/wallet/explorer.ts'
import { createWalletApp, PROJECT_ID, type WalletApp } from './wallet-app.ts'

const SEPOLIA = 11_155_111
const BLAST_SEPOLIA = 168_587_773
const ADDRESS = `0x${'c0'.repeat(20)}` as const
const MINUTE_MS = 60_000

interface FakeNode {
  readonly url: string
  readonly calls: { method: string; params: unknown[] }[]
  result: unknown
  delayMs: number
  close(): void
}

/** Gives the same answer to every call. */
async function startFakeNode(): Promise<FakeNode> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as FakeNode['calls'][number] & { id: number }
      node.calls.push(asked)
      setTimeout(
        () => response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...(node.result as object) })),
        node.delayMs,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: FakeNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    result: { result: '0x0' },
    delayMs: 0,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return node
}

describe('the profile of a wallet', () => {
  let chain: TestChain
  let identities: TestExplorer
  let mainnet: FakeNode
  let avatars: Server
  let avatarUrl: string
  let asked: string[] = []

  beforeAll(async () => {
    ;[chain, identities, mainnet] = await Promise.all([
      startChain({ chainId: SEPOLIA }),
      startExplorer(),
      startFakeNode(),
    ])
    await chain.client.setBalance({ address: ADDRESS, value: parseEther('1.25') })
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .webp()
      .toBuffer()
    avatars = createServer((request, response) => {
      asked.push(request.url ?? '')
      const isKnown = request.url === '/koi.eth'
      response.writeHead(isKnown ? 200 : 404).end(isKnown ? picture : '')
    })
    await new Promise<void>((resolve) => avatars.listen(0, '127.0.0.1', resolve))
    avatarUrl = `http://127.0.0.1:${(avatars.address() as AddressInfo).port}`
    // The first profile loads the image library, which may exceed the time of a profile.
    identities.identities.set(ADDRESS, { name: 'koi.eth', avatar: null })
    const app = open()
    await read(app)
    await app.call('/api/wallet-avatars/koi.eth')
  }, 60_000)
  afterAll(async () => {
    avatars.close()
    mainnet.close()
    await Promise.all([chain.stop(), identities.stop()])
  })
  beforeEach(() => {
    identities.identities.clear()
    identities.requests.length = 0
    identities.fault = 'none'
    mainnet.calls.length = 0
    mainnet.delayMs = 0
    mainnet.result = { error: { code: 3, message: 'execution reverted' } }
    asked = []
  })

  const open = (env: Record<string, string> = {}) =>
    createWalletApp({
      WALLETCONNECT_PROJECT_ID: PROJECT_ID,
      WALLET_EXPLORER_URL: identities.url,
      WALLET_IDENTITY_URL: `${identities.url}/v1/identity`,
      WALLET_AVATAR_URL: avatarUrl,
      KOI_CONFIG: configFile(practiceChains(chain.url)),
      KOI_MAINNET_RPC_URL: mainnet.url,
      ...env,
    })
  const read = async (app: WalletApp, chainId = SEPOLIA, address: string = ADDRESS) => {
    const response = await app.call(`/wallets/profile/${address}?chainId=${chainId}`)
    return (await response.json()) as { data: WalletProfile; code?: string }
  }

  it('has the name and picture of the identity service, and the balance on the chain', async () => {
    identities.identities.set(ADDRESS, { name: 'koi.eth', avatar: 'http://169.254.169.254/latest' })
    const app = open()
    expect((await read(app)).data).toEqual({
      name: 'koi.eth',
      avatar: '/api/wallet-avatars/koi.eth',
      balance: { amount: '1.25', symbol: 'ETH' },
    })
    expect(identities.requests).toMatchObject([
      { path: `/v1/identity/${ADDRESS}`, query: { projectId: PROJECT_ID, chainId: 'eip155:1' } },
    ])
    // The picture comes from the identity service, wherever the owner's record points.
    expect(asked).toEqual(['/koi.eth'])
    const picture = await app.call('/api/wallet-avatars/koi.eth')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(asked).toHaveLength(1)
    expect(mainnet.calls).toEqual([])
  })

  it('has no balance without a node for the chain', async () => {
    expect((await read(open(), BLAST_SEPOLIA)).data.balance).toBeNull()
    expect((await read(open(), 1)).code).toBe('wallet_chain_unsupported')
  })

  it('has the ENS name and its picture when the service knows no name', async () => {
    const result = encodeAbiParameters(
      [{ type: 'string' }, { type: 'address' }, { type: 'address' }],
      ['koi.eth', ADDRESS, ADDRESS],
    )
    mainnet.result = { result }
    expect((await read(open())).data).toMatchObject({
      name: 'koi.eth',
      avatar: '/api/wallet-avatars/koi.eth',
    })
    expect(mainnet.calls.map(({ method }) => method)).toEqual(['eth_call'])
  })

  it.each([
    ['looks like another', 'kоi.eth'],
    ['is not in normal form', 'Koi.eth'],
    ['is not a name', 'koi'],
    ['is markup', '<img src=x>.eth'],
    ['is endless', `${'x'.repeat(200)}.eth`],
  ])('has no name that %s', async (_, name) => {
    identities.identities.set(ADDRESS, { name, avatar: null })
    expect((await read(open())).data).toMatchObject({ name: null, avatar: null })
  })

  it('has no picture when the name has none, or when it cannot be loaded', async () => {
    identities.identities.set(ADDRESS, { name: 'other.eth', avatar: 'https://x.example/y.png' })
    expect((await read(open())).data).toMatchObject({ name: 'other.eth', avatar: null })
    identities.identities.set(ADDRESS, { name: 'koi.eth', avatar: null })
    expect((await read(open())).data).toMatchObject({ name: 'koi.eth', avatar: null })
    identities.identities.set(ADDRESS, { name: 'koi.eth', avatar: 'x' })
    const app = open({ WALLET_AVATAR_URL: 'http://127.0.0.1:9' })
    expect((await read(app)).data).toMatchObject({ name: 'koi.eth', avatar: null })
  })

  it('is empty and on time when every service is slow or down', async () => {
    identities.fault = 'slow'
    identities.delayMs = 20_000
    mainnet.delayMs = 20_000
    const startedAt = performance.now()
    const { data } = await read(open({ KOI_CONFIG: configFile(practiceChains(mainnet.url)) }))
    expect(data).toEqual({ name: null, avatar: null, balance: null })
    // The app's own timeout is 6 s.
    expect(performance.now() - startedAt).toBeLessThan(6_000)
    const nowhere = 'http://127.0.0.1:9'
    const app = open({
      WALLET_IDENTITY_URL: nowhere,
      KOI_CONFIG: configFile(practiceChains(nowhere)),
      KOI_MAINNET_RPC_URL: nowhere,
    })
    expect((await read(app)).data).toEqual({ name: null, avatar: null, balance: null })
  }, 10_000)

  it('is read once a minute', async () => {
    const app = open()
    await Promise.all([1, 2, 3].map(() => read(app)))
    app.time.now += MINUTE_MS - 1
    await read(app)
    expect(identities.requests).toHaveLength(1)
    app.time.now += 1
    await read(app)
    await expect.poll(() => identities.requests.length).toBe(2)
  })

  it('asks again for a missing balance after seconds', async () => {
    mainnet.result = { error: { code: -32_000, message: 'Busy' } }
    const app = open({ KOI_CONFIG: configFile(practiceChains(mainnet.url)) })
    expect((await read(app)).data.balance).toBeNull()
    // The node gives the same answer to every call, so the balance equals the number of the chain.
    mainnet.result = { result: `0x${SEPOLIA.toString(16)}` }
    expect((await read(app)).data.balance).toBeNull()
    app.time.now += 3_000
    await read(app)
    const balance = { amount: '0.000000000011155111', symbol: 'ETH' }
    await expect.poll(async () => (await read(app)).data.balance, { interval: 500 }).toEqual(balance)
    // The identity is cached.
    expect(identities.requests).toHaveLength(1)
  })

  it('is empty without any request when nothing is configured', async () => {
    const app = open({ WALLETCONNECT_PROJECT_ID: '', KOI_CONFIG: '', KOI_MAINNET_RPC_URL: '' })
    expect((await read(app)).data).toEqual({ name: null, avatar: null, balance: null })
    expect((await app.call('/api/wallet-avatars/koi.eth')).status).toBe(404)
    expect([identities.requests, mainnet.calls, asked]).toEqual([[], [], []])
  })

  it.each(['..%2Fadmin', 'koi', '169.254.169.254', 'koi.eth%3Fx', 'KOI.eth', `${'x'.repeat(64)}.eth`])(
    'has no picture for the name %s',
    async (name) => {
      expect((await open().call(`/api/wallet-avatars/${name}`)).status).toBe(404)
      expect(asked).toEqual([])
    },
  )
})

describe('reads of a chain', () => {
  let chain: TestChain
  let app: WalletApp

  beforeAll(async () => {
    chain = await startChain({ chainId: SEPOLIA })
    app = createWalletApp({ KOI_CONFIG: configFile(practiceChains(chain.url)) })
  })
  afterAll(() => chain.stop())

  const post = async (body: unknown, { chainId = SEPOLIA, to = app } = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await to.call(`/api/rpc/${chainId}`, { method: 'POST', body: text })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const request = (id: number | string, method: string, params: unknown[] = []) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  })
  const errorOf = (code: number) => ({ error: { code, message: expect.any(String) as string } })

  it('go to its node, one or several at a time', async () => {
    expect(await post(request('a', 'eth_chainId'))).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 'a', result: '0xaa36a7' },
    })
    const { body } = await post([
      request(7, 'eth_chainId'),
      request(7, 'eth_sendRawTransaction', ['0x']),
      request(8, 'eth_getBalance', [ADDRESS, 'latest']),
    ])
    expect(body).toEqual([
      { jsonrpc: '2.0', id: 7, result: '0xaa36a7' },
      { jsonrpc: '2.0', id: 7, ...errorOf(-32601) },
      { jsonrpc: '2.0', id: 8, result: '0x0' },
    ])
  })

  it.each([
    'eth_sendTransaction',
    'eth_accounts',
    'eth_sign',
    'eth_getLogs',
    'debug_traceCall',
    'anvil_setBalance',
  ])('refuse the method %s', async (method) => {
    expect((await post(request(1, method))).body).toMatchObject(errorOf(-32601))
  })

  it('pass on the refusal of the node', async () => {
    expect((await post(request(1, 'eth_getBalance', ['nonsense']))).body).toMatchObject({
      id: 1,
      error: { code: -32602 },
    })
  })

  it('know no method for a chain without node, or an unknown chain', async () => {
    for (const chainId of [BLAST_SEPOLIA, 1]) {
      expect((await post(request(1, 'eth_chainId'), { chainId })).body).toMatchObject(errorOf(-32601))
    }
  })

  it('fail while the node is down', async () => {
    const to = createWalletApp({ KOI_CONFIG: configFile(practiceChains('http://127.0.0.1:9')) })
    expect((await post(request(1, 'eth_chainId'), { to })).body).toMatchObject({ id: 1, ...errorOf(-32603) })
    expect((await post([request(1, 'eth_chainId')], { to })).body).toMatchObject([errorOf(-32603)])
  })

  it.each([
    ['{', -32700],
    ['[]', -32600],
    ['7', -32600],
    [
      JSON.stringify(Array.from({ length: 11 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }))),
      -32600,
    ],
    [JSON.stringify({ jsonrpc: '2.0', id: { x: 1 }, method: 'eth_chainId' }), -32600],
    [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: { to: 'x' } }), -32600],
  ])('are refused as %s', async (text, code) => {
    expect((await post(text)).body).toMatchObject({ id: null, ...errorOf(code) })
  })

  it('must be posted, small and limited in time', async () => {
    expect((await post('x'.repeat(16 * 1024 + 1))).status).toBe(413)
    expect((await app.call(`/api/rpc/${SEPOLIA}`)).status).toBe(405)
    const other = createWalletApp({})
    const statuses: number[] = []
    for (let n = 0; n < 601; n++) statuses.push((await post('{', { to: other })).status)
    expect(statuses.indexOf(429)).toBe(600)
  })
})
