import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStaticFiles } from '#server/site/static.ts'
import { precacheHashes } from '../../build/precache-hashes.ts'
import { SHARE_ADDRESS } from '../../sw/shared-file.ts'
import { LAUNCH_ADDRESS, SHELL_ADDRESSES } from '../../sw/shell-addresses.ts'
import { deleteOtherShells, respondWithShell, splitShell, storeShell } from '../../sw/shell.ts'
import { CACHE_FAULTS, stubCaches } from './cache-stub.ts'

const HTML = `<!doctype html><title>Koi</title><meta name="koi-mode" content="practice" /><meta property="og:image" content="/og.png" /><link href="/icons/a.svg"><link rel="stylesheet" href="/assets/index-1.css"><script src="/assets/index-1.js"></script>`
let REVISION = ''
let built = ''
const page = (html: string, init: ResponseInit = {}) =>
  new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'x-kept': '1',
      link: '<x>',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    ...init,
  })

let stored: Map<string, Map<string, Response>>
beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), 'koi-shell-'))
  writeFileSync(join(built, 'index.html'), HTML)
  const { manifest } = precacheHashes(built)([{ url: 'index.html', revision: 'md5', size: HTML.length }])
  REVISION = manifest[0]?.revision ?? ''
})
afterAll(() => rmSync(built, { recursive: true, force: true }))
beforeEach(() => {
  stored = stubCaches()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the shell', () => {
  it('is removed from the precache list, as are files without a hash', () => {
    const { revision, assets } = splitShell([
      { url: 'index.html', revision: 'r1' },
      { url: 'assets/index-1.js', revision: null, integrity: 'sha256-a' },
      { url: 'assets/index-1.css', revision: null, integrity: 'sha256-b' },
      { url: 'manifest.webmanifest', revision: 'm1' },
    ])
    expect(revision).toBe('r1')
    expect(assets.map(({ url }) => url)).toEqual(['assets/index-1.js', 'assets/index-1.css'])
    expect(() => splitShell([])).toThrow(/index\.html/)
  })

  it('is stored under every static route, in a cache named after its revision', async () => {
    vi.stubGlobal('fetch', async () => page(HTML))
    await storeShell(REVISION)
    const cache = stored.get(`koi-shell-${REVISION}`)
    expect(Array.from(cache?.keys() ?? [])).toEqual([...SHELL_ADDRESSES])
    expect(cache?.get('/games')?.headers.get('x-kept')).toBe('1')
    expect(cache?.get('/games')?.headers.get('link')).toBeNull()
  })

  it("has the opener policy under every address except the icon's", async () => {
    vi.stubGlobal('fetch', async () => page(HTML))
    await storeShell(REVISION)
    const kept = Array.from(stored.get(`koi-shell-${REVISION}`) ?? [])
    const without = kept.filter(([, { headers }]) => !headers.has('cross-origin-opener-policy'))
    expect(without.map(([address]) => address)).toEqual([LAUNCH_ADDRESS])
  })

  it.each([
    ['another release', () => page(HTML.replace('index-1.js', 'index-2.js'))],
    ['a log-in page of a network', () => page('<title>Free WiFi</title><form action="/login"></form>')],
    ['a page under maintenance with our files', () => page(`${HTML}<h1>Back soon</h1>`)],
    [
      'a page that somebody has put a script into',
      () => page(HTML.replace('</title>', '</title><script>x</script>')),
    ],
    [
      'a page that sends players to another address',
      () => page(HTML.replace('"practice"', '"practice" onload="x"')),
    ],
    ['an empty answer', () => page('')],
    ['an error with our page', () => page(HTML, { status: 503 })],
    [
      'something that is no page',
      () => new Response('{}', { headers: { 'content-type': 'application/json' } }),
    ],
  ])('is not accepted from %s', async (_, answer) => {
    vi.stubGlobal('fetch', async () => answer())
    await expect(storeShell(REVISION)).rejects.toThrow(/No shell/)
    expect(stored.size).toBe(0)
  })

  it.each([
    { mode: 'practice' },
    { mode: 'live' },
    { mode: 'live', publicOrigin: 'https://koi.example' },
    { mode: 'practice', publicOrigin: 'http://localhost:8080' },
  ] as const)('is recognised with everything that the server inserts: %o', async (options) => {
    const files = createStaticFiles(built, null, options)
    vi.stubGlobal('fetch', (path: string) =>
      files.respond(new Request(`http://koi.test${path}`, { headers: { 'sec-fetch-mode': 'cors' } })),
    )
    await storeShell(REVISION)
    expect(await stored.get(`koi-shell-${REVISION}`)?.get('/')?.text()).toContain(`content="${options.mode}"`)
  })

  it('answers from its cache, or from the network when the cache is gone', async () => {
    const fetch = vi.fn(async () => page(HTML))
    vi.stubGlobal('fetch', fetch)
    await storeShell(REVISION)
    const request = new Request('https://koi.test/games/dice')
    expect(await (await respondWithShell(REVISION, request)).text()).toBe(HTML)
    expect(fetch).toHaveBeenCalledTimes(1)
    stored.clear()
    await respondWithShell(REVISION, request)
    expect(fetch).toHaveBeenLastCalledWith(request)
  })

  it.each(CACHE_FAULTS)('comes from the network when the cache’s %s fails: %s', async (method, fault) => {
    vi.useFakeTimers()
    stubCaches([method], fault)
    vi.stubGlobal('fetch', async () => page(HTML))
    const answer = respondWithShell(REVISION, new Request('https://koi.test/games/dice'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await (await answer).text()).toBe(HTML)
  })

  it('of another release is deleted when its own worker activates, and nothing else is', async () => {
    for (const name of ['koi-shell-r0', 'koi-shell-r1', 'koi-images', 'other']) stored.set(name, new Map())
    await deleteOtherShells('r1')
    expect(Array.from(stored.keys())).toEqual(['koi-shell-r1', 'koi-images', 'other'])
  })
})

describe('the addresses of the static routes', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

  it('are all routes without parameters', () => {
    const paths = /fullPaths:([\s\S]*?)fileRoutesByTo/.exec(read('src/routeTree.gen.ts'))?.[1] ?? ''
    const routes = Array.from(paths.matchAll(/'([^']+)'/g), ([, path = '']) => path)
      .filter((path) => !path.includes('$'))
      .map((path) => (path === '/' ? path : path.replace(/\/$/, '')))
    expect(routes.length).toBeGreaterThan(10)
    expect(SHELL_ADDRESSES.filter((address) => !address.includes('?')).toSorted()).toEqual(routes.toSorted())
  })

  it('include each address by which the manifest opens the app', () => {
    const manifest = JSON.parse(read('manifest.webmanifest')) as {
      start_url: string
      shortcuts: { url: string }[]
      file_handlers: { action: string; accept: Record<string, string[]> }[]
      share_target: { action: string; params: { files: { accept: string[] }[] } }
    }
    const { file_handlers: handlers, share_target: share } = manifest
    const starts = [
      manifest.start_url,
      ...manifest.shortcuts.map(({ url }) => url),
      ...handlers.map(({ action }) => action),
      share.action,
    ]
    for (const address of starts) expect(SHELL_ADDRESSES).toContain(address)
    expect(share.action).toBe(SHARE_ADDRESS)
    // Each file that can be opened can be shared.
    const opened = handlers.flatMap(({ accept }) => Object.entries(accept).flat(2))
    expect(share.params.files.flatMap(({ accept }) => accept).toSorted()).toEqual(opened.toSorted())
  })
})
