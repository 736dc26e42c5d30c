import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CACHE_FAULTS, stubCaches } from './cache-stub.ts'

// Workbox reads it when it loads.
vi.stubGlobal('self', globalThis)
const { cacheNames } = await import('workbox-core')
const { deleteOtherFiles, respondWithFile, storeFiles } = await import('../../sw/files.ts')

const SCRIPT = 'export const koi = 1'
const LOG_IN_PAGE = '<!doctype html><title>Free WiFi</title>'
const integrityOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const FILE = { url: 'assets/index-1.js', revision: null, integrity: integrityOf(SCRIPT) }
const ICON = { url: 'icons/favicon.svg', revision: 'r1', integrity: integrityOf('<svg/>') }

/** Simulates a browser that compares each answer with the requested hash. */
function browse(answer: (path: string, cache: RequestCache) => Response) {
  const fetch = vi.fn(
    async (asked: string | Request, { integrity = '', cache = 'default' }: RequestInit = {}) => {
      const path = typeof asked === 'string' ? asked : new URL(asked.url).pathname
      const response = answer(path, cache)
      const text = await response.clone().text()
      if (integrity !== '' && integrity !== integrityOf(text)) throw new TypeError('Failed to fetch')
      return response
    },
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const script = () => new Response(SCRIPT, { headers: { 'content-type': 'text/javascript' } })

function fetchEvent(path: string) {
  const waits: Promise<unknown>[] = []
  const event = {
    request: new Request(`https://koi.test${path}`),
    waitUntil: (promise: Promise<unknown>) => void waits.push(promise),
  }
  return { event: event as unknown as FetchEvent, done: () => Promise.all(waits) }
}

let stored: ReturnType<typeof stubCaches>
const kept = () => Array.from(stored.get(cacheNames.precache)?.keys() ?? [])
beforeEach(() => {
  stored = stubCaches()
  vi.stubGlobal('self', { location: { href: 'https://koi.test/sw.js' } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('files of a release', () => {
  it('are stored under their addresses and fetched once', async () => {
    const fetch = browse((path) => (path.endsWith('.svg') ? new Response('<svg/>') : script()))
    await storeFiles([FILE, ICON])
    await storeFiles([FILE, ICON])
    expect(kept()).toEqual(['/assets/index-1.js', '/icons/favicon.svg'])
    expect(fetch.mock.calls.map(([path]) => path)).toEqual([
      '/assets/index-1.js',
      '/icons/favicon.svg',
      '/icons/favicon.svg',
    ])
  })

  it.each([
    ['a page', { 'content-type': 'text/html' }],
    ['a page that says it is a script', { 'content-type': 'text/javascript' }],
    ['a page that does not say what it is', {}],
  ])('refuse the installation when the answer is %s', async (_, headers) => {
    browse(() => new Response(LOG_IN_PAGE, { headers }))
    await expect(storeFiles([FILE])).rejects.toThrow()
    expect(kept()).toEqual([])
  })

  it('refuse the installation when the answer is an error', async () => {
    browse(() => new Response(SCRIPT, { status: 502 }))
    await expect(storeFiles([FILE])).rejects.toThrow(/HTTP 502/)
  })

  it('are requested past the HTTP cache when it holds a page instead', async () => {
    browse((_, cache) => (cache === 'reload' ? script() : new Response(LOG_IN_PAGE)))
    await storeFiles([FILE])
    expect(await stored.get(cacheNames.precache)?.get('/assets/index-1.js')?.text()).toBe(SCRIPT)
  })

  it('answer from the cache, and a missing one is fetched and stored', async () => {
    const fetch = browse(script)
    const first = fetchEvent('/assets/index-1.js')
    expect(await (await respondWithFile(first.event, FILE)).text()).toBe(SCRIPT)
    await first.done()
    expect(kept()).toEqual(['/assets/index-1.js'])
    expect(await (await respondWithFile(fetchEvent('/assets/index-1.js').event, FILE)).text()).toBe(SCRIPT)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('are not stored when a page comes instead, and the caller gets that answer', async () => {
    browse(() => new Response(LOG_IN_PAGE))
    const { event, done } = fetchEvent('/assets/index-1.js')
    expect(await (await respondWithFile(event, FILE)).text()).toBe(LOG_IN_PAGE)
    await done()
    expect(kept()).toEqual([])
  })

  it.each([...CACHE_FAULTS, ['put', 'reject'] as const, ['put', 'throw'] as const])(
    'come from the network when the cache’s %s fails: %s',
    async (method, fault) => {
      vi.useFakeTimers()
      stubCaches([method], fault)
      browse(script)
      const { event, done } = fetchEvent('/assets/index-1.js')
      const answer = respondWithFile(event, FILE)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(await (await answer).text()).toBe(SCRIPT)
      if (fault !== 'hang') await done()
    },
  )

  it('of other releases are deleted, and all of this release stay, with those for later', async () => {
    browse(script)
    await storeFiles([FILE])
    const cache = stored.get(cacheNames.precache)
    for (const path of ['/assets/index-0.js', '/icons/favicon.svg?__WB_REVISION__=1'])
      cache?.set(path, script())
    await deleteOtherFiles([FILE, ICON])
    expect(kept()).toEqual(['/assets/index-1.js'])
  })
})
