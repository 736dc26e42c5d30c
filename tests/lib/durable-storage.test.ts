import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDurableStorage } from '#lib/durable-storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('durable storage', () => {
  it('keeps values after a reload', async () => {
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

  it('falls back to memory when a write fails, as with a full disk', async () => {
    const storage = createDurableStorage('full')
    await storage.set('b', 1)
    await storage.set('a', () => 'functions cannot be cloned')
    expect(storage.health.get()).toBe('memory')
    expect(await storage.get('a')).toBeTypeOf('function')
  })

  it.each([
    ['throws', () => new DOMException('The database connection is closing.', 'InvalidStateError')],
    [
      'throws something of its own',
      () => new DOMException('Connection to Indexed Database server lost.', 'UnknownError'),
    ],
  ])('reopens a connection that died silently, then %s', async (_, error) => {
    const storage = createDurableStorage(`dead-${error().name}`)
    await storage.set('a', 1)
    const dead = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw error()
    })
    expect(await storage.get('a')).toBe(1)
    expect(dead).toHaveBeenCalledTimes(2)
    await storage.set('a', 2)
    expect(await createDurableStorage(`dead-${error().name}`).get('a')).toBe(2)
    expect(storage.health.get()).toBe('durable')
  })

  it('reopens it once for all pending requests, and each time it dies', async () => {
    const storage = createDurableStorage('dies-often')
    await storage.set('a', 1)
    const opened = vi.spyOn(indexedDB, 'open')
    for (let times = 1; times <= 3; times += 1) {
      const die = () => {
        throw new DOMException('The database connection is closing.', 'InvalidStateError')
      }
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(die).mockImplementationOnce(die)
      expect(await Promise.all([storage.get('a'), storage.get('a')])).toEqual([1, 1])
      expect(opened).toHaveBeenCalledTimes(times)
    }
    expect(storage.health.get()).toBe('durable')
  })

  it('falls back to memory when reopening does not help', async () => {
    const storage = createDurableStorage('dead-for-good')
    await storage.set('a', 1)
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    })
    await storage.set('a', 2)
    expect(await storage.get('a')).toBe(2)
    expect(storage.health.get()).toBe('memory')
  })

  it('reopens a connection that hangs after it has worked', async () => {
    const storage = createDurableStorage('hangs-later')
    await storage.set('a', 1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(() => ({}) as IDBRequest)
    const read = storage.get('a')
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(2_000)
    vi.useRealTimers()
    expect(await read).toBe(1)
    expect(storage.health.get()).toBe('durable')
  })
})
