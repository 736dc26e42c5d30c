// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connection, followConnection, reportReach } from '#api/connection.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  reportReach('answered')
  vi.useRealTimers()
})

describe('the connection', () => {
  it('retries with growing pauses while offline, and stops once online', async () => {
    const probe = vi.fn().mockResolvedValue('offline')
    reportReach('answered')
    followConnection(probe)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(probe).not.toHaveBeenCalled()

    reportReach('unreachable')
    expect(connection.get()).toBe('offline')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(probe).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(probe).toHaveBeenCalledTimes(2)

    probe.mockResolvedValue('online')
    await vi.advanceTimersByTimeAsync(12_000)
    expect(connection.get()).toBe('online')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(probe).toHaveBeenCalledTimes(3)
  })

  it('probes once when no call has shown whether the server is reachable', async () => {
    vi.resetModules()
    const fresh = await import('#api/connection.ts')
    const probe = vi.fn().mockResolvedValue('offline')
    fresh.followConnection(probe)
    expect(fresh.connection.get()).toBe('online')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(probe).toHaveBeenCalledTimes(1)
    expect(fresh.connection.get()).toBe('offline')
  })

  it('probes before one call without an answer counts as slow, and never as offline', async () => {
    const probe = vi.fn().mockResolvedValue('online')
    followConnection(probe)
    reportReach('unanswered')
    expect(connection.get()).toBe('online')
    await vi.advanceTimersByTimeAsync(0)
    expect(probe).toHaveBeenCalledTimes(1)
    expect(connection.get()).toBe('online')

    // The probe is a call too: without an answer it must not start another probe.
    probe.mockImplementation(async () => {
      reportReach('unanswered')
      return 'slow'
    })
    reportReach('unanswered')
    await vi.advanceTimersByTimeAsync(0)
    expect(probe).toHaveBeenCalledTimes(2)
    expect(connection.get()).toBe('slow')
    // Listeners from this test stay for the next one: their probe succeeds.
    probe.mockResolvedValue('online')
  })

  it('trusts the browser when it reports offline, and probes when it reports online', async () => {
    window.dispatchEvent(new Event('offline'))
    expect(connection.get()).toBe('offline')
    const probe = vi.fn().mockResolvedValue('online')
    followConnection(probe)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(probe).toHaveBeenCalled()
    expect(connection.get()).toBe('online')
  })
})
