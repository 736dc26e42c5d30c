import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDurableStorage } from '#lib/durable-storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('durable storage', () => {
  it('keeps values beyond the page', async () => {
    await createDurableStorage('kept').set('a', { b: [1] })
    const reopened = createDurableStorage('kept')
    expect(await reopened.get('a')).toEqual({ b: [1] })
    await reopened.remove('a')
    expect(await reopened.get('a')).toBeUndefined()
    expect(reopened.health.get()).toBe('durable')
  })

  it.each([
    ['missing', undefined],
    [
      'throwing',
      {
        open() {
          throw new DOMException('blocked', 'SecurityError')
        },
      },
    ],
  ])('works from memory when IndexedDB is %s', async (_, indexedDB) => {
    vi.stubGlobal('indexedDB', indexedDB)
    const storage = createDurableStorage('blocked')
    const heard = vi.fn()
    storage.health.subscribe(heard)
    await storage.set('a', 1)
    expect(await storage.get('a')).toBe(1)
    await storage.remove('a')
    expect(await storage.get('a')).toBeUndefined()
    expect(storage.health.get()).toBe('memory')
    expect(heard).toHaveBeenCalledOnce()
  })

  it('does not wait for a database that hangs', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open: () => ({}) })
    const storage = createDurableStorage('hanging')
    const read = storage.get('a')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await read).toBeUndefined()
    expect(storage.health.get()).toBe('memory')
  })

  it('falls back when a write fails, as with a full disk', async () => {
    const storage = createDurableStorage('full')
    await storage.set('b', 1)
    await storage.set('a', () => 'functions cannot be cloned')
    expect(storage.health.get()).toBe('memory')
    expect(await storage.get('a')).toBeTypeOf('function')
  })
})
