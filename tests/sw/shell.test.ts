import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LAUNCH_ADDRESS, SHELL_ADDRESSES } from '../../sw/shell-addresses.ts'
import { deleteOtherShells, respondWithShell, splitShell, storeShell } from '../../sw/shell.ts'
import { stubCaches } from './cache-stub.ts'

const LINES = [
  { url: 'index.html', revision: 'r1' },
  { url: 'assets/index-1.js', revision: null },
  { url: 'assets/index-1.css', revision: null },
]
const HTML = `<link href="/icons/a.svg"><link rel="stylesheet" href="/assets/index-1.css"><script src="/assets/index-1.js"></script>`
const page = (html: string, init: ResponseInit = {}) =>
  new Response(html, {
    headers: {
      ...{ 'content-type': 'text/html; charset=utf-8', 'x-kept': '1', link: '<x>' },
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    ...init,
  })

let stored: Map<string, Map<string, Response>>
beforeEach(() => {
  stored = stubCaches()
})

describe('the shell', () => {
  it('is taken out of the precache list', () => {
    const { revision, assets } = splitShell(LINES)
    expect(revision).toBe('r1')
    expect(assets.map(({ url }) => url)).toEqual(['assets/index-1.js', 'assets/index-1.css'])
    expect(() => splitShell(LINES.slice(1))).toThrow(/index\.html/)
  })

  it('lies under every address of static routing, in a cache named after its revision', async () => {
    vi.stubGlobal('fetch', async () => page(HTML))
    await storeShell('r1', splitShell(LINES).assets)
    const cache = stored.get('koi-shell-r1')
    expect(Array.from(cache?.keys() ?? [])).toEqual([...SHELL_ADDRESSES])
    expect(cache?.get('/games')?.headers.get('x-kept')).toBe('1')
    expect(cache?.get('/games')?.headers.get('link')).toBeNull()
  })

  it('has the opener policy under every address but the one that the icon opens', async () => {
    vi.stubGlobal('fetch', async () => page(HTML))
    await storeShell('r1', splitShell(LINES).assets)
    const kept = Array.from(stored.get('koi-shell-r1') ?? [])
    const without = kept.filter(([, { headers }]) => !headers.has('cross-origin-opener-policy'))
    expect(without.map(([address]) => address)).toEqual([LAUNCH_ADDRESS])
  })

  it('of another release than the worker is refused', async () => {
    vi.stubGlobal('fetch', async () => page(HTML.replace('index-1.js', 'index-2.js')))
    await expect(storeShell('r1', splitShell(LINES).assets)).rejects.toThrow(/assets\/index-2\.js/)
    expect(stored.size).toBe(0)
  })

  it.each([
    ['an error', () => page(HTML, { status: 503 })],
    [
      'something that is no page',
      () => new Response('{}', { headers: { 'content-type': 'application/json' } }),
    ],
  ])('is not taken from %s', async (_, answer) => {
    vi.stubGlobal('fetch', async () => answer())
    await expect(storeShell('r1', [])).rejects.toThrow(/No shell/)
  })

  it('answers from its cache, and from the network when that is gone', async () => {
    const fetch = vi.fn(async () => page(HTML))
    vi.stubGlobal('fetch', fetch)
    await storeShell('r1', splitShell(LINES).assets)
    const request = new Request('https://koi.test/games/dice')
    expect(await (await respondWithShell('r1', request)).text()).toBe(HTML)
    expect(fetch).toHaveBeenCalledTimes(1)
    stored.clear()
    await respondWithShell('r1', request)
    expect(fetch).toHaveBeenLastCalledWith(request)
  })

  it('of other releases goes when its own worker is active; nothing else does', async () => {
    for (const name of ['koi-shell-r0', 'koi-shell-r1', 'koi-images', 'other']) stored.set(name, new Map())
    await deleteOtherShells('r1')
    expect(Array.from(stored.keys())).toEqual(['koi-shell-r1', 'koi-images', 'other'])
  })
})

describe('the addresses of static routing', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

  it('are all routes without parameters', () => {
    const paths = /fullPaths:([\s\S]*?)fileRoutesByTo/.exec(read('src/routeTree.gen.ts'))?.[1] ?? ''
    const routes = Array.from(paths.matchAll(/'([^']+)'/g), ([, path = '']) => path)
      .filter((path) => !path.includes('$'))
      .map((path) => (path === '/' ? path : path.replace(/\/$/, '')))
    expect(routes.length).toBeGreaterThan(10)
    expect(SHELL_ADDRESSES.filter((address) => !address.includes('?')).toSorted()).toEqual(routes.toSorted())
  })

  it('include what the manifest starts', () => {
    const manifest = JSON.parse(read('manifest.webmanifest')) as {
      start_url: string
      shortcuts: { url: string }[]
    }
    const starts = [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]
    for (const address of starts) expect(SHELL_ADDRESSES).toContain(address)
  })
})
