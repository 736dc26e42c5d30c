import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CACHE_FAULTS, stubCaches } from './cache-stub.ts'

// Workbox reads it when it loads.
vi.stubGlobal('self', globalThis)
const { CacheFirst, CacheThenRefresh, onlyImages } = await import('../../sw/images.ts')

class FakeEvent {
  waitUntil() {}
}
const newEvent = () => new FakeEvent() as unknown as ExtendableEvent

const SVG = '<svg/>'
const image = () => new Response(SVG, { headers: { 'content-type': 'image/svg+xml' } })
const options = { cacheName: 'koi-images', plugins: [onlyImages] }

beforeEach(() => {
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('location', new URL('https://koi.test/sw.js'))
  vi.stubGlobal('ExtendableEvent', FakeEvent)
  vi.stubGlobal('FetchEvent', class {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function ask(strategy: InstanceType<typeof CacheFirst | typeof CacheThenRefresh>): Promise<string> {
  const event = newEvent()
  const [answer, done] = strategy.handleAll({ event, request: new Request('https://koi.test/covers/a.svg') })
  const text = (await answer).text()
  await done
  return text
}

describe.each([
  ['for ever', () => new CacheFirst(options)],
  ['till the next time', () => new CacheThenRefresh(options)],
])('images cached %s', (_, create) => {
  it('come from the cache the second time', async () => {
    stubCaches()
    vi.stubGlobal('fetch', async () => image())
    const strategy = create()
    await ask(strategy)
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await ask(strategy)).toBe(SVG)
  })

  it.each([
    ['a page', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
    ['an error', () => new Response(SVG, { status: 502, headers: { 'content-type': 'image/svg+xml' } })],
  ])('are not stored when %s comes instead', async (__, answer) => {
    const stored = stubCaches()
    vi.stubGlobal('fetch', async () => answer())
    await ask(create())
    expect(Array.from(stored.get('koi-images')?.keys() ?? [])).toEqual([])
  })

  it.each([...CACHE_FAULTS, ['put', 'reject'] as const])(
    'come from the network when the cache’s %s fails: %s',
    async (method, fault) => {
      vi.useFakeTimers()
      stubCaches([method], fault)
      vi.stubGlobal('fetch', async () => image())
      const event = newEvent()
      const [answer] = create().handleAll({ event, request: new Request('https://koi.test/covers/a.svg') })
      const text = answer.then((response) => response.text())
      await vi.advanceTimersByTimeAsync(2_000)
      expect(await text).toBe(SVG)
    },
  )
})
