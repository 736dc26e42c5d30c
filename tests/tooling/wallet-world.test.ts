import { SignClient } from '@walletconnect/sign-client'
import { createPublicClient, hashMessage, http, keccak256, type Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { richAccount, startChain } from '../support/wallet/chain.ts'
import { compileContracts } from '../support/wallet/contracts.ts'
import { startExplorer } from '../support/wallet/explorer.ts'
import { startRelay } from '../support/wallet/relay.ts'
import { startWalletPeer } from '../support/wallet/wallet-peer.ts'

const CHAIN = 11_155_111

let asked: string[]
let stops: (() => Promise<void>)[]

beforeEach(() => {
  stops = []
  asked = []
  const realFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    asked.push(input instanceof Request ? input.url : String(input))
    return realFetch(input, init)
  }
  stops.push(async () => void (globalThis.fetch = realFetch))
})

afterEach(async () => {
  for (const stop of stops.toReversed()) await stop()
  expect(asked.filter((url) => new URL(url).hostname !== '127.0.0.1')).toEqual([])
})

const stopLater = <T extends { stop(): Promise<void> }>(thing: T): T => {
  stops.push(() => thing.stop())
  return thing
}

async function startSite(relayUrl: string) {
  const site = await SignClient.init({
    projectId: '1'.repeat(32),
    relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: `site${Math.random()}`,
    storageOptions: { database: ':memory:' },
    metadata: { name: 'Site', description: '', url: 'http://127.0.0.1', icons: [] },
  })
  stops.push(async () => {
    await site.core.relayer.transportClose()
    site.core.heartbeat.stop()
  })
  return site
}

const eip155 = { chains: [`eip155:${CHAIN}`], methods: ['personal_sign'], events: ['chainChanged'] }

describe('the fake relay and its wallet', () => {
  it('pair, sign, survive a broken connection during a request, and disconnect', async () => {
    const relay = stopLater(await startRelay())
    const peer = stopLater(await startWalletPeer({ relayUrl: relay.url, chains: [CHAIN] }))
    const site = await startSite(relay.url)

    const { uri, approval } = await site.connect({ optionalNamespaces: { eip155 } })
    await peer.pair(uri ?? '')
    const session = await approval()
    const [account] = peer.accounts
    expect(session.namespaces['eip155']?.accounts).toEqual([`eip155:${CHAIN}:${account?.address}`])

    const sign = (text: string) =>
      site.request<Hex>({
        topic: session.topic,
        chainId: `eip155:${CHAIN}`,
        request: { method: 'personal_sign', params: [text, account?.address] },
      })
    expect(await sign('one')).toBe(await account?.signMessage({ message: 'one' }))

    peer.policy.request = 'reject-5000'
    await expect(sign('two')).rejects.toMatchObject({ code: 5000 })

    peer.policy.request = 'hold'
    const broken = sign('three')
    await peer.waitFor('request', { times: 3 })
    relay.dropAll()
    await expect.poll(() => relay.stats.connections).toBe(4)
    peer.answerHeld()
    expect(await broken).toBe(await account?.signMessage({ message: 'three' }))

    await peer.disconnect()
    await expect.poll(() => site.session.getAll().length).toBe(0)
  })

  it('refuse a proposal with 5000', async () => {
    const relay = stopLater(await startRelay())
    const policy = { proposal: 'reject' } as const
    const peer = stopLater(await startWalletPeer({ relayUrl: relay.url, chains: [CHAIN], policy }))
    const site = await startSite(relay.url)
    const { uri, approval } = await site.connect({ optionalNamespaces: { eip155 } })
    const answer = approval()
    answer.catch(() => {})
    await peer.pair(uri ?? '')
    await expect(answer).rejects.toMatchObject({ code: 5000 })
  })

  it('accept no socket while paused, and keep messages for a client that returns', async () => {
    const relay = stopLater(await startRelay())
    const peer = stopLater(await startWalletPeer({ relayUrl: relay.url, chains: [CHAIN] }))
    const site = await startSite(relay.url)
    const { uri, approval } = await site.connect({ optionalNamespaces: { eip155 } })
    const answer = approval()
    await site.core.relayer.transportClose()
    await peer.pair(uri ?? '')
    await peer.waitFor('approved')
    relay.pause()
    await expect.poll(() => relay.stats.openSockets).toBe(0)
    relay.resume()
    await site.core.relayer.transportOpen()
    expect((await answer).topic).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the test chain', () => {
  it('verifies signatures of keys, of contracts and of undeployed contracts', async () => {
    const chain = stopLater(await startChain())
    const client = createPublicClient({ chain: chain.client.chain, transport: http(chain.url) })
    const owner = richAccount(3)
    const message = 'koi'
    const signature = await owner.signMessage({ message })
    const isValid = (address: Hex, given: Hex) => client.verifyMessage({ address, message, signature: given })

    expect(await isValid(owner.address, signature)).toBe(true)
    const deployed = await chain.deployWallet(owner.address)
    expect(await isValid(deployed, signature)).toBe(true)
    const stranger = await chain.deployWallet(richAccount(4).address)
    expect(await isValid(stranger, signature)).toBe(false)

    const planned = await chain.undeployedWallet(owner.address, keccak256(hashMessage('salt')))
    expect(await client.getCode({ address: planned.address })).toBeUndefined()
    expect(await isValid(planned.address, planned.wrap(signature))).toBe(true)
    await planned.deploy()
    expect(await client.getCode({ address: planned.address })).toMatch(/^0x/)
    expect(await isValid(planned.address, signature)).toBe(true)
  })

  it('has a token', async () => {
    const chain = stopLater(await startChain())
    const { abi } = (await compileContracts()).TestToken
    const address = await chain.deploy('TestToken', ['Test dollar', 'USDT', 6, 1_000_000n])
    const to = richAccount(1).address
    const call = { address, abi, functionName: 'transfer', args: [to, 250n] }
    await chain.client.writeContract(call)
    expect(await chain.client.readContract({ address, abi, functionName: 'balanceOf', args: [to] })).toBe(
      250n,
    )
  })
})

describe('the fake explorer', () => {
  it('has pages, search, filters and configurable faults', async () => {
    const explorer = stopLater(await startExplorer())
    const list = async (query: string) => {
      const response = await fetch(`${explorer.url}/w3m/v1/getAllListings?projectId=1&${query}`)
      return { status: response.status, body: await response.text() }
    }
    const parsed = async (query: string) =>
      JSON.parse((await list(query)).body) as { listings: Record<string, { name: string }>; total: number }

    expect(await parsed('')).toMatchObject({ total: 500 })
    const last = await parsed('page=13&entries=40')
    expect(Object.keys(last.listings)).toHaveLength(20)
    expect(Object.values((await parsed('search=metam')).listings)[0]?.name).toBe('MetaMask')
    const ids = explorer.wallets.slice(7, 9).map(({ id }) => id)
    expect(Object.keys((await parsed(`recommendedIds=${ids.join(',')}`)).listings)).toEqual(ids)
    expect((await parsed(`excludedIds=${ids.join(',')}`)).total).toBe(498)

    explorer.fault = 'unauthorized'
    expect((await list('')).status).toBe(401)
    explorer.fault = 'server-error'
    expect((await list('')).status).toBe(500)
    explorer.fault = 'empty'
    expect(await parsed('')).toMatchObject({ total: 0 })
    explorer.fault = 'malformed'
    await expect(parsed('')).rejects.toThrow()
    explorer.fault = 'none'
    expect(explorer.requests.at(-1)?.query).toMatchObject({ projectId: '1' })
  })
})
