import { afterEach, describe, expect, it, vi } from 'vitest'
import { createWriterLock, WriterLockError, type Locks, type WriterLock } from '#lib/writer-lock.ts'
import { TestLockManager } from '../support/tab-locks.ts'

const tabs: WriterLock[] = []
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
})

let count = 0
function openTabs(
  howMany: number,
  settle: () => Promise<void> = async () => undefined,
  locks: Locks = new TestLockManager(),
) {
  const name = `lock-${(count += 1)}`
  return Array.from({ length: howMany }, () => {
    const onLost = vi.fn()
    const onAnnounced = vi.fn()
    const lock = createWriterLock({ name, locks, settle, onLost, onAnnounced })
    tabs.push(lock)
    return { lock, onLost, onAnnounced }
  })
}

describe('the writer lock', () => {
  it('goes to whoever asks, one tab at a time', async () => {
    const [one, two, three] = openTabs(3)
    await one?.lock.acquire()
    expect([one, two, three].map((tab) => tab?.lock.isHeld())).toEqual([true, false, false])
    await Promise.all([two?.lock.acquire(), three?.lock.acquire()])
    // The third asked while the first still had it, and the second let go when it asked again.
    await vi.waitFor(() =>
      expect([one, two, three].map((tab) => tab?.lock.isHeld())).toEqual([false, false, true]),
    )
    expect(one?.onLost).toHaveBeenCalledOnce()
    expect(two?.onLost).toHaveBeenCalledOnce()
    await one?.lock.acquire()
    expect(one?.lock.isHeld()).toBe(true)
  })

  it('is given to a tab whose call was heard before its request arrived', async () => {
    const locks = new TestLockManager()
    const [one, two] = openTabs(2, undefined, locks)
    vi.spyOn(locks, 'request').mockImplementationOnce(async (...asked) => {
      await new Promise((resolve) => setTimeout(resolve, 40))
      return await (locks.request as (...args: unknown[]) => Promise<never>)(...asked)
    })
    const asked = one?.lock.acquire()
    await two?.lock.acquire()
    await asked
    expect(one?.lock.isHeld()).toBe(true)
  })

  it('is let go of only when what is being written is stored', async () => {
    let store: () => void = () => undefined
    const settled = new Promise<void>((resolve) => (store = resolve))
    const [one, two] = openTabs(2, () => settled)
    await one?.lock.acquire()
    const asked = two?.lock.acquire()
    await vi.waitFor(() => expect(one?.lock.isHeld()).toBe(false))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(two?.lock.isHeld()).toBe(false)
    store()
    await asked
    expect(two?.lock.isHeld()).toBe(true)
  })

  it('is not waited for without end', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 20)
      return controller.signal
    })
    const [one, two] = openTabs(2, () => new Promise(() => undefined))
    await one?.lock.acquire()
    await expect(two?.lock.acquire()).rejects.toBeInstanceOf(WriterLockError)
    vi.restoreAllMocks()
  })

  it('is left when the page is, and asked for again', async () => {
    const events = new EventTarget()
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
    vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
    const [one, two] = openTabs(2)
    await one?.lock.acquire()
    events.dispatchEvent(new Event('pagehide'))
    expect(one?.lock.isHeld()).toBe(false)
    await two?.lock.acquire()
    two?.lock.announce()
    // Nobody is heard while the page is away, so its return counts as an announcement.
    events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(one?.onAnnounced).toHaveBeenCalled()
    vi.unstubAllGlobals()
  })

  it('is not needed where the browser has none', async () => {
    const lock = createWriterLock({
      name: 'none',
      locks: undefined,
      settle: async () => undefined,
      onLost: () => undefined,
      onAnnounced: () => undefined,
    })
    tabs.push(lock)
    await lock.acquire()
    expect(lock.isHeld()).toBe(false)
  })
})
