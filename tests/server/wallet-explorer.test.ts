import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WalletPage } from '#contract/wallet.ts'
import { parseListings } from '#server/wallets/wallet-listing.ts'
import {
  DESKTOP_APP,
  EXPLORER_WALLETS,
  METAMASK,
  NATIVE_ONLY,
  UNIVERSAL_ONLY,
} from '../support/wallet/explorer-wallets.ts'
import { configFile } from '../support/config-file.ts'
import { startExplorer, type TestExplorer } from '../support/wallet/explorer.ts'
import { createWalletApp, PROJECT_ID, type WalletApp } from './wallet-app.ts'

const MINUTE_MS = 60_000

describe('the explorer of wallets', () => {
  let explorer: TestExplorer
  let app: WalletApp

  beforeAll(async () => void (explorer = await startExplorer()))
  afterAll(() => explorer.stop())
  beforeEach(() => {
    explorer.fault = 'none'
    explorer.requests.length = 0
    app = open()
  })

  const open = (env: Record<string, string> = {}) =>
    createWalletApp({ WALLETCONNECT_PROJECT_ID: PROJECT_ID, WALLET_EXPLORER_URL: explorer.url, ...env })
  const list = async (query = '', from?: string) => {
    const response = await app.call(`/wallets${query}`, from === undefined ? {} : { from })
    const answer = (await response.json()) as { data?: WalletPage; code?: string }
    return { status: response.status, ...answer }
  }
  const listed = async (query = '') => {
    const { data } = await list(query)
    if (!data) throw new Error('No list')
    return data
  }

  it('is called with project id, version and page, and returns all that a wallet needs', async () => {
    const { listings, total, page } = await listed()
    expect([listings.length, total, page]).toEqual([40, 500, 1])
    expect(listings[0]).toEqual({
      id: METAMASK.id,
      name: 'MetaMask',
      homepage: METAMASK.homepage,
      image: `/api/wallet-images/${METAMASK.image_id}`,
      mobile: METAMASK.mobile,
      desktop: { native: null, universal: null },
      stores: {
        ios: METAMASK.app['ios'],
        android: METAMASK.app['android'],
        chrome: METAMASK.app['chrome'],
        firefox: METAMASK.app['firefox'],
        safari: null,
        edge: null,
      },
      rdns: 'io.metamask',
      injectedIds: ['isMetaMask'],
    })
    expect(explorer.requests).toMatchObject([
      {
        path: '/w3m/v1/getAllListings',
        query: {
          projectId: PROJECT_ID,
          sdkType: 'w3m',
          page: '1',
          entries: '40',
          version: '2',
          chains: 'eip155:1',
        },
      },
    ])
  })

  it.each([
    ['desktop', 'getDesktopListings'],
    ['mobile', 'getMobileListings'],
    ['injected', 'getInjectedListings'],
    ['all', 'getAllListings'],
  ])('has a list of %s wallets', async (name, path) => {
    await listed(`?list=${name}`)
    expect(explorer.requests.map((request) => request.path)).toEqual([`/w3m/v1/${path}`])
  })

  it('is read page by page to its end', async () => {
    const ids = new Set<string>()
    for (let page = 1; page <= 13; page++) {
      for (const { id } of (await listed(`?page=${page}`)).listings) ids.add(id)
    }
    expect(ids.size).toBe(EXPLORER_WALLETS.length)
    expect((await listed('?page=14')).listings).toEqual([])
  })

  it('is searched regardless of case', async () => {
    expect((await listed('?search=%20WALLET%20499')).listings).toMatchObject([{ name: 'Wallet 499' }])
    expect((await listed('?search=nobody')).total).toBe(0)
    expect((await list(`?search=${'x'.repeat(61)}`)).code).toBe('bad_request')
  })

  it("shows wallets that the operator recommends in the operator's order, and none that they exclude", async () => {
    app = open({
      KOI_CONFIG: configFile({
        wallets: {
          recommended: [DESKTOP_APP.id, UNIVERSAL_ONLY.id, METAMASK.id],
          excluded: [UNIVERSAL_ONLY.id, NATIVE_ONLY.id],
        },
      }),
    })
    const recommended = await listed('?recommended=1&entries=9')
    expect(recommended.listings.map(({ name }) => name)).toEqual([DESKTOP_APP.name, METAMASK.name])
    const { listings } = await listed()
    expect(listings.map(({ name }) => name)).toContain(METAMASK.name)
    expect(listings.map(({ id }) => id)).not.toContain(NATIVE_ONLY.id)
    expect(explorer.requests.at(-1)?.query['excludedIds']).toBe(`${UNIVERSAL_ONLY.id},${NATIVE_ONLY.id}`)
    expect(explorer.requests.at(-1)?.query['recommendedIds']).toBeUndefined()
  })

  it('recommends its own first wallets when the operator names none', async () => {
    expect((await listed('?recommended=1&entries=9')).listings).toHaveLength(9)
  })

  it('is called once for parallel requests, and again when the answer is old', async () => {
    await Promise.all(Array.from({ length: 10 }, () => listed('?list=mobile')))
    expect(explorer.requests).toHaveLength(1)
    app.time.now += 4 * MINUTE_MS
    await listed('?list=mobile')
    expect(explorer.requests).toHaveLength(1)
    app.time.now += 2 * MINUTE_MS
    await listed('?list=mobile')
    await expect.poll(() => explorer.requests.length).toBe(2)
  })

  it.each(['unauthorized', 'server-error', 'malformed'] as const)(
    'serves its last answer while it is %s, then a new one',
    async (fault) => {
      const before = await listed()
      explorer.fault = fault
      app.time.now += 6 * MINUTE_MS
      expect(await listed()).toEqual(before)
      await expect.poll(() => app.lines.join('')).toContain('the explorer of wallets cannot be reached')
      expect(await listed()).toEqual(before)
      expect(await list('?page=2')).toMatchObject({ status: 503, code: 'explorer_unavailable' })
      // It is not called for a while: nobody waits for a service that has just failed.
      const asked = explorer.requests.length
      expect((await list('?page=2')).code).toBe('explorer_unavailable')
      expect(explorer.requests).toHaveLength(asked)
      explorer.fault = 'none'
      app.time.now += 11_000
      expect((await list('?page=2')).status).toBe(200)
    },
  )

  it('gives up on a slow service before the app does, and serves a cached answer at once', async () => {
    await listed()
    explorer.fault = 'slow'
    explorer.delayMs = 20_000
    app.time.now += 6 * MINUTE_MS
    const startedAt = performance.now()
    expect((await listed()).total).toBe(500)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect((await list('?page=2')).code).toBe('explorer_unavailable')
    // The app's own timeout is 6 s.
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  }, 10_000)

  it('may be empty', async () => {
    explorer.fault = 'empty'
    expect(await listed()).toEqual({ listings: [], total: 0, page: 1 })
  })

  it('is not called without a project id', async () => {
    app = open({ WALLETCONNECT_PROJECT_ID: '' })
    expect(await listed()).toEqual({ listings: [], total: 0, page: 1 })
    expect((await app.call(`/wallet-images/${METAMASK.image_id}`)).status).toBe(404)
    expect(explorer.requests).toEqual([])
  })

  it('limits the calls for each address', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 241; n++) statuses.push((await list()).status)
    expect([statuses.indexOf(429), statuses.length]).toEqual([240, 241])
    expect((await list('', '198.51.100.2')).status).toBe(200)
  })

  describe('the logos', () => {
    const logo = `/api/wallet-images/${METAMASK.image_id}`

    it('come through this server, and are cached for ever', async () => {
      const response = await app.call(logo)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100)
      expect(explorer.requests).toMatchObject([
        { path: `/v3/logo/md/${METAMASK.image_id}`, query: { projectId: PROJECT_ID } },
      ])
      await Promise.all(Array.from({ length: 5 }, () => app.call(logo)))
      expect(explorer.requests).toHaveLength(1)
    })

    it('are cached shortly if broken', async () => {
      explorer.fault = 'broken-images'
      expect((await app.call(logo)).status).toBe(404)
      explorer.fault = 'none'
      expect((await app.call(logo)).status).toBe(404)
      app.time.now += 6 * MINUTE_MS
      expect((await app.call(logo)).status).toBe(200)
    })

    it('are asked for again soon if unavailable', async () => {
      explorer.fault = 'server-error'
      const response = await app.call(logo)
      expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store'])
      explorer.fault = 'none'
      app.time.now += 16_000
      expect((await app.call(logo)).status).toBe(200)
    })

    it('are named only by an id, and are read-only', async () => {
      for (const name of [
        '..%2F..%2Fetc',
        'x',
        `${METAMASK.image_id}%3Fa`,
        METAMASK.image_id.toUpperCase(),
      ]) {
        expect((await app.call(`/wallet-images/${name}`)).status).toBe(404)
      }
      expect(explorer.requests).toEqual([])
      expect((await app.call(logo, { method: 'DELETE' })).status).toBe(405)
    })
  })
})

describe('the logos of an unknown explorer', () => {
  let server: Server
  let url: string
  let body: Buffer
  let status = 200
  const paths: string[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      paths.push(request.url?.split('?')[0] ?? '')
      response.writeHead(status, { 'content-type': 'image/png', location: '/elsewhere' }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  const picture = (width = 8) =>
    sharp({
      create: {
        width,
        height: width,
        channels: 3,
        background: '#2a6f97',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
  const fetched = async () => {
    const app = createWalletApp({ WALLETCONNECT_PROJECT_ID: PROJECT_ID, WALLET_EXPLORER_URL: url })
    return app.call(`/wallet-images/${METAMASK.image_id}`)
  }

  it.each<[string, () => Promise<Buffer>, number, string]>([
    ['PNG', () => picture().png().toBuffer(), 200, 'image/png'],
    ['JPEG', () => picture().jpeg().toBuffer(), 200, 'image/jpeg'],
    ['WebP', () => picture().webp().toBuffer(), 200, 'image/webp'],
    ['GIF', () => picture().gif().toBuffer(), 200, 'image/gif'],
    [
      'SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      404,
      '',
    ],
    ['HTML', async () => Buffer.from('<!doctype html><script>1</script>'), 404, ''],
    ['nothing', async () => Buffer.alloc(0), 404, ''],
    ['too much', () => picture(400).png({ compressionLevel: 0 }).toBuffer(), 503, ''],
  ])('%s', async (_, make, expected, type) => {
    body = await make()
    const response = await fetched()
    expect(response.status).toBe(expected)
    if (expected !== 200) return
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true)
  })

  it('are not fetched from an address that it redirects to', async () => {
    status = 302
    paths.length = 0
    body = await picture().png().toBuffer()
    expect((await fetched()).status).toBe(404)
    expect(paths).toEqual([`/v3/logo/md/${METAMASK.image_id}`])
  })
})

describe('an entry that strangers wrote into the registry', () => {
  const id = 'ab'.repeat(32)
  const read = (entry: object) =>
    parseListings({ listings: { [id]: { id, name: 'X', ...entry } }, total: 1 }).listings[0]

  it('may have only an id and a name', () => {
    expect(
      read({ mobile: 7, desktop: null, app: 'x', injected: {}, rdns: 3, homepage: [], image_id: '../x' }),
    ).toEqual({
      id,
      name: 'X',
      homepage: null,
      image: null,
      rdns: null,
      injectedIds: [],
      mobile: { native: null, universal: null },
      desktop: { native: null, universal: null },
      stores: { ios: null, android: null, chrome: null, firefox: null, safari: null, edge: null },
    })
  })

  it.each([{ id: 'x' }, { name: '' }, { name: 7 }, { name: 'a\nb' }, { name: 'x'.repeat(81) }])(
    'is left out as %j',
    (entry) => {
      expect(read(entry)).toBeUndefined()
    },
  )

  it.each([
    'javascript:alert(1)',
    'JavaScript://x%0aalert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://evil.example',
    'http://evil.example',
    'intent://x#Intent;end',
    'blob:https://koi.example/1',
    'metamask',
    'meta mask://',
    'trust://"onclick="x',
  ])('opens no app with %s', (native) => {
    expect(read({ mobile: { native, universal: null } })?.mobile.native).toBeNull()
  })

  it.each(['metamask://', 'trust:', 'ledgerlive://wc', 'io.zerion.wallet://', 'okex://main'])(
    'opens an app with %s',
    (native) => {
      expect(read({ mobile: { native, universal: '' } })?.mobile.native).toBe(native)
    },
  )

  it.each([
    'http://x.example',
    'javascript:alert(1)',
    'https://user@x.example',
    'https://localhost',
    '//x.example',
  ])('links to no page at %s', (link) => {
    const listing = read({ homepage: link, app: { ios: link }, desktop: { native: '', universal: link } })
    expect(listing).toMatchObject({ homepage: null, stores: { ios: null }, desktop: { universal: null } })
  })

  it('is refused when it is not in a list', () => {
    for (const answer of [
      null,
      [],
      {},
      { listings: 3, total: 1 },
      { listings: {}, total: -1 },
      { listings: {} },
    ]) {
      expect(() => parseListings(answer)).toThrow()
    }
  })
})
