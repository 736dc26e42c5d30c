import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isLockHeld, takeLock } from '#lib/locks.ts'

type Hold = (lock: object | null) => Promise<void> | undefined

/** The lock manager of a browser in which another tab holds the locks in `taken`. */
function stubLocks(taken?: string) {
  const held = new Set<string>()
  vi.stubGlobal('navigator', {
    locks: {
      async request(name: string, _: object, hold: Hold) {
        if (name === taken) return hold(null)
        held.add(name)
        await hold({ name })
        held.delete(name)
        return undefined
      },
      query: async () => ({ held: Array.from(held, (name) => ({ name })) }),
    },
  })
  return held
}

const BROKEN: [string, () => object][] = [
  ['does not have them', () => ({})],
  [
    'refuses them',
    () => ({
      locks: {
        request: () => Promise.reject(new DOMException('denied', 'SecurityError')),
        query: () => Promise.reject(new DOMException('denied', 'SecurityError')),
      },
    }),
  ],
  [
    'throws at once',
    () => ({
      get locks() {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  ],
  [
    'never answers',
    () => ({
      locks: { request: () => new Promise(() => undefined), query: () => new Promise(() => undefined) },
    }),
  ],
]

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a lock across tabs', () => {
  it('is held until it is released', async () => {
    const held = stubLocks()
    const release = await takeLock('koi', {})
    expect(await isLockHeld('koi')).toBe(true)
    release?.()
    await vi.advanceTimersByTimeAsync(1)
    expect(held.size).toBe(0)
    expect(await isLockHeld('koi')).toBe(false)
  })

  it('is refused while another tab holds it', async () => {
    stubLocks('koi')
    expect(await takeLock('koi', { ifAvailable: true })).toBeNull()
  })

  it.each(BROKEN)('is granted to every tab when the browser %s', async (_, browser) => {
    vi.stubGlobal('navigator', browser())
    const taken = takeLock('koi', { ifAvailable: true })
    const asked = isLockHeld('koi')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await taken).toBeTypeOf('function')
    expect(await asked).toBe(false)
  })

  it('is released when it is granted too late', async () => {
    let grant: Hold = () => undefined
    vi.stubGlobal('navigator', {
      locks: { request: (_: string, __: object, hold: Hold) => new Promise(() => (grant = hold)) },
    })
    const taken = takeLock('koi', {})
    await vi.advanceTimersByTimeAsync(2_000)
    await taken
    expect(await grant({ name: 'koi' })).toBeUndefined()
  })
})
