// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askForPersistence, refreshStorage } from '#features/install/storage.actions.ts'
import { storageReport } from '#features/install/storage.state.ts'

const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}
const BROKEN: [string, () => object][] = [
  ['there is none', () => ({})],
  ['it throws', () => ({ storage: { persisted: denied, estimate: denied, persist: denied } })],
  [
    'it cannot even be looked at',
    () => ({
      get storage() {
        return denied()
      },
    }),
  ],
  [
    'it rejects',
    () => ({
      storage: {
        persisted: async () => denied(),
        estimate: async () => denied(),
        persist: async () => denied(),
      },
    }),
  ],
]

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("the browser's storage report", () => {
  it('is known when the browser answers', async () => {
    const storage = { persisted: async () => true, estimate: async () => ({ usage: 1, quota: 2 }) }
    vi.stubGlobal('navigator', { storage })
    await refreshStorage()
    expect(storageReport.get()).toEqual({ status: 'known', isPersisted: true, usedBytes: 1, quotaBytes: 2 })
  })

  it.each(BROKEN)('is unknown, without an error, when %s', async (_, browser) => {
    vi.stubGlobal('navigator', browser())
    await refreshStorage()
    expect(storageReport.get()).toMatchObject({
      status: 'known',
      isPersisted: undefined,
      quotaBytes: undefined,
    })
    expect(await askForPersistence()).toBe(false)
  })

  it('is unknown when the browser does not answer', async () => {
    const hang = () => new Promise(() => undefined)
    vi.stubGlobal('navigator', { storage: { persisted: hang, estimate: hang } })
    storageReport.set({ status: 'unknown' })
    const refreshing = refreshStorage()
    await vi.advanceTimersByTimeAsync(2_000)
    await refreshing
    expect(storageReport.get().status).toBe('known')
  })
})
