import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { encodeAbiParameters, getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EvmAddress } from '#contract/values.ts'
import { nftPicturePath, type NftHoldings } from '#contract/wallet.ts'
import { plainLine } from '#server/wallets/nfts/nft-contracts.ts'
import { createNftOwnership } from '#server/wallets/nfts/nft-ownership.ts'
import { BLAST_SEPOLIA, configFile, SEPOLIA } from '../support/config-file.ts'
import { richAccount, startChain, type TestChain } from '../support/wallet/chain.ts'
import { compileContracts } from '../support/wallet/contracts.ts'
import { deployNft, startNodeProxy, type Lie, type NodeProxy, type RpcCall } from '../support/wallet/nfts.ts'
import { createWalletApp, type WalletApp } from './wallet-app.ts'

const SHARE_MS = 10_000
const MINUTE_MS = 60_000
const HUGE = 2n ** 256n - 1n
const FRIEND = `0x${'f1'.repeat(20)}` as const

let accounts = 20
/** A new wallet with money for its transactions. */
async function newOwner(chain: TestChain) {
  const owner = richAccount(++accounts)
  await chain.client.setBalance({ address: owner.address, value: 10n ** 18n })
  return owner
}

async function readNfts(app: WalletApp, address: string, chainId = SEPOLIA, from?: string) {
  const response = await app.call(`/wallets/nfts/${address}?chainId=${chainId}`, from ? { from } : {})
  const body = (await response.json()) as { data: NftHoldings; code?: string }
  return { status: response.status, ...body }
}

const functionOf = ({ params }: RpcCall) =>
  (params[0] as { data?: string; input?: string } | undefined)?.data?.slice(0, 10) ?? ''
const NAME = '0x06fdde03'
const SYMBOL = '0x95d89b41'
const OWNER_OF = '0x6352211e'
const BALANCE_OF = '0x70a08231'
const TOKEN_AT = '0x2f745c59'
const TOKEN_URI = '0xc87b56dd'

/** Contracts that each list a hundred tokens of any owner; the node answers for them. */
function listingCollections(count: number, heldEach = 100) {
  const contracts = Array.from(
    { length: count },
    (_, at) => `0x${(at + 1).toString(16).padStart(2, '0').repeat(20)}`,
  )
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
  const answer = (call: RpcCall) => {
    const { to = '', data = '' } = (call.params[0] ?? {}) as { to?: string; data?: string }
    if (call.method !== 'eth_call' || !contracts.includes(to)) return undefined
    const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
    const ask = data.slice(0, 10)
    if (ask === BALANCE_OF) return { result: word(BigInt(heldEach)) }
    if (ask === TOKEN_AT) return { result: `0x${data.slice(-64)}` }
    return { result: ask === OWNER_OF ? word(BigInt(RICH)) : text('Pond') }
  }
  return { contracts, answer }
}
const RICH = `0x${'aa'.repeat(20)}`

/** Returns the same block for every number. */
const blockOf = (seconds: number): Lie => ({
  result: { number: '0x1', hash: `0x${'ab'.repeat(32)}`, timestamp: `0x${seconds.toString(16)}` },
})

describe('NFTs of a wallet', () => {
  let chain: TestChain
  let node: NodeProxy

  beforeAll(async () => {
    chain = await startChain({ chainId: SEPOLIA })
    node = await startNodeProxy(chain.url)
  }, 30_000)
  afterAll(async () => {
    node.close()
    await chain.stop()
  })
  beforeEach(() => node.tellTruth())

  const open = (nftCollections: readonly string[] = []) =>
    createWalletApp({
      KOI_CONFIG: configFile({
        chains: [{ id: SEPOLIA, node: node.url, nftCollections }, { id: BLAST_SEPOLIA }],
      }),
    })
  /** Moves the clock, so that the cached answer is too old. */
  const lookAgain = (app: WalletApp, address: string) => {
    app.time.now += SHARE_MS
    return readNfts(app, address)
  }

  it('are those that came in and are still there, newest first, by collection', async () => {
    const [owner, koi, carp] = [await newOwner(chain), await deployNft(chain), await deployNft(chain)]
    await koi.mint(owner.address, 1n)
    await koi.mint(owner.address, 2n)
    await carp.mint(owner.address, HUGE)
    await koi.give(owner, FRIEND, 1n)
    await koi.mint(FRIEND, 3n)
    const { data } = await readNfts(open(), owner.address)
    expect(data).toMatchObject({
      reach: { kind: 'all' },
      unanswered: 0,
      skipped: 0,
      collections: [
        { contract: carp.contract, tokens: [{ id: String(HUGE), amount: '1' }], others: 0 },
        {
          contract: koi.contract,
          standard: 'erc721',
          name: 'Pond Koi',
          symbol: 'KOI',
          others: 0,
          tokens: [{ id: '2', amount: '1' }],
        },
      ],
    })
    expect(data.collections.map(({ contract }) => contract)).toEqual(
      [carp, koi].map(({ address }) => getAddress(address)),
    )
    const { timestamp } = await chain.client.getBlock()
    expect(Date.parse(data.at)).toBe(Number(timestamp) * 1_000)
  })

  it('disappear when they are given away, and reappear when they come back', async () => {
    const [owner, koi, app] = [await newOwner(chain), await deployNft(chain), open()]
    await koi.mint(owner.address, 7n)
    expect((await readNfts(app, owner.address)).data.collections).toHaveLength(1)
    const friend = await newOwner(chain)
    await koi.give(owner, friend.address, 7n)
    expect((await readNfts(app, owner.address)).data.collections, 'shared').toHaveLength(1)
    expect((await lookAgain(app, owner.address)).data.collections).toEqual([])
    await koi.give(friend, owner.address, 7n)
    expect((await lookAgain(app, owner.address)).data.collections).toMatchObject([{ tokens: [{ id: '7' }] }])
  })

  it('include tokens of ERC-1155, alone or in batches, with their number', async () => {
    const owner = await newOwner(chain)
    const { abi } = (await compileContracts()).TestItems
    const address = await chain.deploy('TestItems')
    const write = (functionName: string, args: unknown[], account = richAccount()) =>
      chain.client.writeContract({ address, abi, functionName, args, account })
    await write('mint', [owner.address, 5n, 12n])
    await write('mintBatch', [owner.address, [6n, 7n], [1n, 2n]])
    await write('burn', [6n, 1n], owner)
    expect((await readNfts(open(), owner.address)).data.collections).toMatchObject([
      {
        contract: getAddress(address),
        standard: 'erc1155',
        name: null,
        symbol: null,
        others: 0,
        tokens: [
          { id: '7', amount: '2' },
          { id: '5', amount: '12' },
        ],
      },
    ])
  })

  it('do not include tokens of money', async () => {
    const owner = await newOwner(chain)
    const { abi } = (await compileContracts()).TestToken
    const address = await chain.deploy('TestToken', ['Tether USD', 'USDT', 6, 1_000n])
    await chain.client.writeContract({ address, abi, functionName: 'transfer', args: [owner.address, 5n] })
    expect((await readNfts(open(), owner.address)).data).toMatchObject({ collections: [], unanswered: 0 })
  })

  it('tell the range that was searched when the node limits blocks, and resume from there', async () => {
    const [owner, koi, app] = [await newOwner(chain), await deployNft(chain), open()]
    await koi.mint(owner.address, 1n)
    await chain.client.mine({ blocks: 120 })
    await koi.mint(owner.address, 2n)
    node.lie = ({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      return Number(toBlock) - Number(fromBlock) < 8
        ? undefined
        : { error: { code: -32_005, message: 'query exceeds max block range 8' } }
    }
    const first = (await readNfts(app, owner.address)).data
    expect(first.collections).toMatchObject([{ tokens: [{ id: '2' }], others: 1 }])
    if (first.reach.kind !== 'since') throw new Error('It cannot have read everything')
    expect(first.reach.goesOn).toBe(true)
    expect(node.countOf('eth_getLogs')).toBeLessThanOrEqual(48)

    const second = (await lookAgain(app, owner.address)).data
    expect(second.collections).toMatchObject([{ tokens: [{ id: '2' }, { id: '1' }], others: 0 }])
    node.calls.length = 0
    let last = second
    for (let look = 0; look < 20 && last.reach.kind !== 'all'; look += 1) {
      last = (await lookAgain(app, owner.address)).data
    }
    expect(last.reach).toEqual({ kind: 'all' })
    // Only blocks that may have been replaced are read again, five at a time: all of them would take 48 calls.
    node.calls.length = 0
    await lookAgain(app, owner.address)
    expect(node.countOf('eth_getLogs')).toBeLessThanOrEqual(32)
  })

  it("include collections that the operator names, whatever their age and the node's events", async () => {
    const owner = await newOwner(chain)
    const [listing, silent] = [
      await deployNft(chain, { name: 'Listing', lists: true }),
      await deployNft(chain, { name: 'Silent' }),
    ]
    for (const id of [1n, 2n]) await listing.mint(owner.address, id)
    await silent.mint(owner.address, 3n)
    node.lie = ({ method }) =>
      method === 'eth_getLogs' ? { error: { code: -32_601, message: 'Method not found' } } : undefined
    const app = open([silent.address, listing.address.toUpperCase().replace('X', 'x')])
    expect((await readNfts(app, owner.address)).data).toMatchObject({
      reach: { kind: 'none' },
      collections: [
        { name: 'Silent', tokens: [], others: 1 },
        { name: 'Listing', tokens: [{ id: '1' }, { id: '2' }], others: 0 },
      ],
    })
    expect((await readNfts(open(), owner.address)).data).toMatchObject({
      collections: [],
      reach: { kind: 'none' },
    })
  })

  it.each([
    ['is down', () => 'hang up' as const],
    ['answers nonsense', () => ({ result: { nothing: ['of', 'the', 'kind'] } })],
    ['has no blocks', () => ({ result: null })],
    ['refuses everything', () => ({ error: { code: 429, message: 'Too Many Requests' } })],
    ['is far in the future', () => blockOf(0x1fffffffffffff)],
    ['makes blocks after the year 9999', () => blockOf(253_402_300_800)],
    ['makes blocks after the year 11000', () => blockOf(300_000_000_000)],
    [
      'breaks off after the first block',
      ({ method }: RpcCall) => (method === 'eth_getBlockByNumber' ? undefined : ('hang up' as const)),
    ],
    [
      'does not confirm any token',
      ({ method }: RpcCall) =>
        method === 'eth_call' ? { error: { code: -32_005, message: 'daily limit reached' } } : undefined,
    ],
  ])('are not reported as empty when the node %s', async (_, lie) => {
    const [owner, koi] = [await newOwner(chain), await deployNft(chain)]
    await koi.mint(owner.address, 1n)
    node.lie = lie
    expect(await readNfts(open(), owner.address)).toMatchObject({
      status: 503,
      code: 'wallet_chain_unavailable',
    })
  })

  it('count those for which the node gave no answer', async () => {
    const [owner, koi, app] = [await newOwner(chain), await deployNft(chain), open()]
    for (const id of [1n, 2n]) await koi.mint(owner.address, id)
    let asked = 0
    node.lie = (call) =>
      functionOf(call) === OWNER_OF && ++asked === 1
        ? { error: { code: -32_005, message: 'Too Many Requests' } }
        : undefined
    expect((await readNfts(app, owner.address)).data).toMatchObject({
      unanswered: 1,
      collections: [{ tokens: [{ id: '1' }], others: 1 }],
    })
  })

  it('have harmless names, or no names', async () => {
    const owner = await newOwner(chain)
    const text = (value: string) => ({ result: encodeAbiParameters([{ type: 'string' }], [value]) })
    const koi = await deployNft(chain)
    await koi.mint(owner.address, 1n)
    const nameWhere = async (name: { result: unknown }) => {
      node.lie = (call) =>
        functionOf(call) === NAME ? name : functionOf(call) === SYMBOL ? text('\u202eIOK\n<b>') : undefined
      const { status, data } = await readNfts(open(), owner.address)
      expect([status, data.collections[0]?.symbol]).toEqual([200, 'IOK <b>'])
      return data.collections[0]?.name
    }
    expect(await nameWhere(text('x'.repeat(4_000)))).toBe(`${'x'.repeat(59)}…`)
    for (const broken of [
      '0x',
      '0x12',
      `0x${'f'.repeat(64)}`,
      `0x${'00'.repeat(31)}20${'f'.repeat(64)}`,
      7,
      null,
    ]) {
      expect(await nameWhere({ result: broken })).toBeNull()
    }
    // Longer than the reader reads of any answer.
    expect(await nameWhere(text('x'.repeat(40_000)))).toBeNull()
  })

  it('are not trusted from contracts that confirm everything', async () => {
    const [owner, koi] = [await newOwner(chain), await deployNft(chain)]
    await koi.mint(owner.address, 1n)
    for (const result of ['0x', `0x${'f'.repeat(64)}`, `0x${'00'.repeat(9_000)}`, 5]) {
      node.lie = (call) => (functionOf(call) === OWNER_OF ? { result } : undefined)
      expect((await readNfts(open(), owner.address)).data).toMatchObject({ collections: [], unanswered: 0 })
    }
    const transfers = [
      {},
      null,
      'log',
      { topics: 'x' },
      { address: koi.address, topics: [], data: '0x', blockNumber: '0x1', logIndex: '0x0' },
    ]
    node.lie = ({ method }) => (method === 'eth_getLogs' ? { result: transfers } : undefined)
    expect((await readNfts(open(), owner.address)).data).toMatchObject({ collections: [] })
  })

  it('are confirmed only for the newest when very many came in', async () => {
    const [owner, koi] = [await newOwner(chain), await deployNft(chain)]
    for (let id = 1n; id <= 83n; id += 1n) await koi.mint(owner.address, id)
    const { data } = await readNfts(open(), owner.address)
    expect(data).toMatchObject({ skipped: 3, collections: [{ others: 3 }] })
    expect(data.collections[0]?.tokens).toHaveLength(80)
    expect(data.collections[0]?.tokens[0]).toEqual({ id: '83', amount: '1' })
    // 80 owners, one balance, name and symbol.
    expect(node.countOf('eth_call')).toBe(83)
  })

  it('cost few calls for many collections with many tokens', async () => {
    const { contracts, answer } = listingCollections(20)
    node.lie = answer
    const { data } = await readNfts(open(contracts), RICH)
    expect(data.collections).toHaveLength(20)
    expect(data.collections.flatMap(({ tokens }) => tokens)).toHaveLength(80)
    expect(data.collections[0]).toMatchObject({ name: 'Pond', others: 96 })
    expect(node.calls.length).toBeLessThanOrEqual(160)
    expect(node.questions).toBeLessThanOrEqual(16)
  })

  it('are hidden at first when their name lures to a web address or a gift, unless the operator named them', async () => {
    const owner = await newOwner(chain)
    const lure = await deployNft(chain, { name: 'Claim 500 USDT at koi-drop.example' })
    const none = await deployNft(chain, { name: '', symbol: '' })
    const koi = await deployNft(chain, { name: 'Freedom Koi No. 5' })
    for (const each of [lure, none, koi]) await each.mint(owner.address, 1n)
    const spamOf = async (named: readonly string[] = []) => {
      const { data } = await readNfts(open(named), owner.address)
      return Object.fromEntries(data.collections.map(({ contract, isSpam }) => [contract, isSpam]))
    }
    expect(await spamOf()).toEqual({ [lure.contract]: true, [none.contract]: true, [koi.contract]: false })
    expect(await spamOf([lure.address])).toMatchObject({ [lure.contract]: false })
    // A name that did not come is no reason.
    node.lie = (call) => ([NAME, SYMBOL].includes(functionOf(call)) ? 'hang up' : undefined)
    expect(await spamOf()).toMatchObject({ [none.contract]: false })
  })

  it('are said to be gone only by a clear answer', async () => {
    const [owner, koi] = [await newOwner(chain), await deployNft(chain)]
    await koi.mint(owner.address, 1n)
    const address = owner.address.toLowerCase() as EvmAddress
    const token = {
      chainId: SEPOLIA,
      contract: koi.address as EvmAddress,
      standard: 'erc721',
      address,
    } as const
    const config = { nodeUrls: new Map([[SEPOLIA, node.url]]), practiceNftChains: new Set<number>() }
    const { timestamp } = await chain.client.getBlock()
    const standing = (id: bigint, now = Number(timestamp) * 1_000) =>
      createNftOwnership(config, () => now)({ ...token, id })
    expect(await standing(1n)).toBe('held')
    for (const lie of [
      'hang up',
      { error: { code: 429, message: 'Too Many Requests' } },
      { error: { code: 3, message: 'execution reverted' } },
      { result: '0x' },
      { result: `0x${'00'.repeat(32)}` },
    ] as const) {
      node.lie = (call) => (functionOf(call) === OWNER_OF ? lie : undefined)
      expect([lie, await standing(1n)]).toEqual([lie, 'unknown'])
    }
    node.tellTruth()
    node.lie = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined)
    expect(await standing(1n)).toBe('unknown')
    node.tellTruth()
    // A node that is far behind.
    expect(await standing(1n, Number(timestamp) * 1_000 + 2 * 60 * MINUTE_MS)).toBe('unknown')
    await koi.give(owner, FRIEND, 1n)
    expect(await standing(1n)).toBe('not-held')
    // Burned, or never made: nothing of it is left.
    expect(await standing(2n)).toBe('not-held')
  })

  it('have pictures from their contract or from one IPFS gateway, and from nowhere else', async () => {
    const png = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#ff5a1f' } })
      .png()
      .toBuffer()
    const asked: string[] = []
    const gateway = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end(png)
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    const app = createWalletApp({
      NFT_GATEWAY_URL: `${origin}/ipfs`,
      KOI_CONFIG: configFile({ chains: [{ id: SEPOLIA, node: node.url }] }),
    })
    const koi = await deployNft(chain)
    const cid = `bafy${'k'.repeat(55)}`
    let id = 0
    const fetchPicture = async (image: string, uri?: string) => {
      const description = uri ?? `data:application/json;utf8,${JSON.stringify({ image })}`
      const result = encodeAbiParameters([{ type: 'string' }], [description])
      node.lie = (call) => (functionOf(call) === TOKEN_URI ? { result } : undefined)
      const { status, headers } = await app.call(nftPicturePath(SEPOLIA, koi.contract, String(++id)))
      return [status, headers.get('content-type')?.split(';')[0]]
    }
    const shown = [200, 'image/webp']
    expect(await fetchPicture(`data:image/png;base64,${png.toString('base64')}`)).toEqual(shown)
    expect(asked).toEqual([])
    expect(await fetchPicture(`ipfs://${cid}/7.png`)).toEqual(shown)
    expect(await fetchPicture(`https://elsewhere.example/ipfs/${cid}`)).toEqual(shown)
    expect(asked).toEqual([`/ipfs/${cid}/7.png`, `/ipfs/${cid}`])
    for (const image of [
      `${origin}/7.png`,
      `ipfs://${cid}/../../../admin`,
      `ipfs://${cid}/%2e%2e/%2e%2e/admin`,
      'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>',
      '',
    ]) {
      expect([image, (await fetchPicture(image))[0]]).toEqual([image, 204])
    }
    expect((await fetchPicture('', `${origin}/7.json`))[0]).toBe(204)
    expect(asked).toHaveLength(2)
    gateway.close()
  })

  it('are practice ones on a practice chain, each with a picture, and refused on a foreign chain', async () => {
    const [owner, app] = [await newOwner(chain), open()]
    const { data } = await readNfts(app, owner.address, BLAST_SEPOLIA)
    expect(data).toMatchObject({
      reach: { kind: 'all' },
      collections: [{ name: 'Practice Koi', isSpam: false }],
    })
    const [collection] = data.collections
    const pictures = await Promise.all(
      (collection?.tokens ?? []).map(async ({ id }) =>
        app.call(nftPicturePath(BLAST_SEPOLIA, String(collection?.contract), id)),
      ),
    )
    expect(pictures.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await readNfts(app, RICH, BLAST_SEPOLIA)).data.collections[0]?.tokens).not.toEqual(
      collection?.tokens,
    )
    expect((await readNfts(app, owner.address, 1)).code).toBe('wallet_chain_unsupported')
    expect((await readNfts(app, 'koi.eth')).code).toBe('bad_request')
  })

  describe('are read from a node', () => {
    const refusals: readonly (readonly [string, (batch: readonly RpcCall[]) => object | undefined])[] = [
      [
        'that takes no batches',
        () => ({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid' } }),
      ],
      ['that answers one of a batch', ([first]) => ({ jsonrpc: '2.0', id: first?.id, result: '0x' })],
      [
        'that answers none of a batch',
        () => [{ jsonrpc: '2.0', id: null, error: { code: 1, message: 'No' } }],
      ],
      [
        'that takes small batches',
        ({ length }) =>
          length > 5
            ? { error: { code: 31, message: 'Batch of more than 5 requests is not allowed' } }
            : undefined,
      ],
    ]
    it.each(refusals)('%s', async (_, refuse) => {
      const { contracts, answer } = listingCollections(3)
      node.lie = answer
      node.refuse = refuse
      const { status, data } = await readNfts(open(contracts), RICH)
      expect(status).toBe(200)
      expect(data.unanswered).toBe(0)
      expect(data.collections.map(({ name, tokens }) => [name, tokens.length])).toEqual([
        ['Pond', 27],
        ['Pond', 27],
        ['Pond', 26],
      ])
      expect(node.calls.length).toBeLessThan(110)
    })

    it('that limits calls, and are not asked for one by one', async () => {
      const [owner, koi, app] = [await newOwner(chain), await deployNft(chain), open()]
      for (const id of [1n, 2n]) await koi.mint(owner.address, id)
      node.refuse = () => ({ error: { code: -32_005, message: 'Too Many Requests' } })
      expect((await readNfts(app, owner.address)).code).toBe('wallet_chain_unavailable')
      expect(node.countOf('eth_call')).toBe(0)
    })

    it('that answers far too much for one contract, and as usual for the others', async () => {
      const { contracts, answer } = listingCollections(3, 1)
      const nameOf = (call: RpcCall) => functionOf(call) === NAME && (call.params[0] as { to: string }).to
      node.lie = (call) =>
        nameOf(call) === contracts[1] ? { result: `0x${'20'.repeat(200_000)}` } : answer(call)
      const { data } = await readNfts(open(contracts), RICH)
      expect(data.collections.map(({ name }) => name)).toEqual(['Pond', null, 'Pond'])
    })
  })

  describe('are shared fairly:', () => {
    const addressOf = (at: number) => `0x${at.toString(16).padStart(40, '0')}`

    it('parallel requests for the same wallet share one read', async () => {
      const [owner, app] = [await newOwner(chain), open()]
      await Promise.all([1, 2, 3].map((at) => readNfts(app, owner.address, SEPOLIA, `198.51.100.${at}`)))
      expect(node.countOf('eth_getLogs')).toBe(2)
    })

    it('callers read in parallel, each one wallet at a time', async () => {
      const app = open()
      const many = await Promise.all(
        Array.from({ length: 12 }, (_, at) => readNfts(app, addressOf(at + 1), SEPOLIA, `198.51.100.${at}`)),
      )
      expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
      const own = await Promise.all([21, 22, 23, 24].map((at) => readNfts(app, addressOf(at))))
      expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    })

    it('a small read is answered while large ones run', async () => {
      const [owner, koi] = [await newOwner(chain), await deployNft(chain)]
      await koi.mint(owner.address, 1n)
      const { contracts, answer } = listingCollections(20)
      const app = open(contracts)
      let letGo = () => {}
      const hold = new Promise<void>((resolve) => (letGo = resolve))
      let held = 0
      node.lie = async (call) => {
        const isLarge = JSON.stringify(call.params).includes('bb'.repeat(18))
        if (isLarge) held += 1
        if (isLarge) await hold
        return isLarge ? answer(call) : functionOf(call) === BALANCE_OF ? { result: '0x0' } : undefined
      }
      const large = [1, 2, 3, 4].map((at) => readNfts(app, `0x${'bb'.repeat(18)}000${at}`))
      await expect.poll(() => held).toBeGreaterThan(20)
      const small = await readNfts(app, owner.address, SEPOLIA, '198.51.100.77')
      letGo()
      expect(small).toMatchObject({ status: 200, data: { collections: [{ tokens: [{ id: '1' }] }] } })
      await Promise.all(large)
    })

    it('no caller uses up the calls of a minute', async () => {
      const { contracts, answer } = listingCollections(20)
      node.lie = answer
      const app = open(contracts)
      let last = await readNfts(app, addressOf(1))
      let at = 1
      while (last.status === 200 && last.data.unanswered === 0 && at < 20)
        last = await readNfts(app, addressOf((at += 1)))
      const cut = addressOf(at)
      expect(at).toBeLessThan(10)
      expect(node.calls.length).toBeLessThanOrEqual(600)
      const refused = await app.call(`/wallets/nfts/${addressOf(99)}?chainId=${SEPOLIA}`)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
      // Calls that one caller could not use are left to others.
      const other = await readNfts(app, cut, SEPOLIA, '198.51.100.2')
      expect(other).toMatchObject({ status: 200, data: { unanswered: 0 } })
      app.time.now += MINUTE_MS
      expect(await readNfts(app, addressOf(99))).toMatchObject({ status: 200, data: { unanswered: 0 } })
    })

    it('eight callers at their limits leave room for a small read', async () => {
      const { contracts, answer } = listingCollections(20)
      node.lie = (call) => {
        const isSmall = call.method === 'eth_call' && JSON.stringify(call.params).includes('cc'.repeat(20))
        return isSmall ? { result: `0x${'0'.repeat(64)}` } : answer(call)
      }
      const app = open(contracts)
      for (let caller = 1; caller <= 8; caller += 1) {
        let status = 200
        for (let at = 1; at < 12 && status === 200; at += 1) {
          status = (await readNfts(app, addressOf(caller * 100 + at), SEPOLIA, `203.0.113.${caller}`)).status
        }
        expect(status).toBe(429)
      }
      const small = await readNfts(app, `0x${'cc'.repeat(20)}`, SEPOLIA, '198.51.100.5')
      expect(small).toMatchObject({ status: 200, data: { unanswered: 0, collections: [] } })
    })

    it('each caller may read sixty times a minute', async () => {
      const [owner, app, statuses] = [await newOwner(chain), open(), []] as [
        { address: string },
        WalletApp,
        number[],
      ]
      for (let call = 0; call < 61; call += 1) {
        statuses.push((await readNfts(app, owner.address, BLAST_SEPOLIA, '198.51.100.9')).status)
      }
      expect([statuses.slice(0, 60).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429])
    })
  })
})

describe('a text from a stranger', () => {
  it.each([
    ['Pond Koi', 'Pond Koi'],
    ['  锦鲤\t\n 池  ', '锦鲤 池'],
    ['\u202egnp.exe\u202c', 'gnp.exe'],
    ['a\u0000\u0007b\u200b\u2066c', 'abc'],
    ['\u3164\u2800\u115f', null],
    ['   ', null],
    ['Z\u0300\u0301\u0302\u0303\u0304\u0305algo', 'Z̀́algo'.normalize('NFC')],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['\ud800half', 'half'],
    ['𠜎'.repeat(100), `${'𠜎'.repeat(29)}…`],
  ])('%j is shown as %j', (text, shown) => {
    expect(plainLine(text, 60)).toBe(shown)
  })
})
