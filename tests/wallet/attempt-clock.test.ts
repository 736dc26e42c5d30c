// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAttemptClock } from '#features/wallet/modal/attempt-clock.ts'

const onSlow = vi.fn()
const onTimeout = vi.fn()
let stop: () => void
let seen: 'visible' | 'hidden'
const show = (state: typeof seen) => {
  seen = state
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  onSlow.mockReset()
  onTimeout.mockReset()
  seen = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen)
  stop = startAttemptClock({ onSlow, onTimeout })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('the clock of an attempt', () => {
  it('reports slow after 5 s and over after 60 s, each once', () => {
    vi.advanceTimersByTime(4_900)
    expect(onSlow).not.toHaveBeenCalled()
    vi.advanceTimersByTime(200)
    expect(onSlow).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(54_500)
    expect(onTimeout).not.toHaveBeenCalled()
    vi.advanceTimersByTime(120_000)
    expect(onSlow).toHaveBeenCalledOnce()
    expect(onTimeout).toHaveBeenCalledOnce()
  })

  it("continues when the device's clock is set back", () => {
    vi.advanceTimersByTime(4_000)
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(1_200)
    expect(onSlow).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(55_000)
    expect(onTimeout).toHaveBeenCalledOnce()
  })

  it('pauses while the player is in the wallet’s app, and counts the wallet as open', () => {
    vi.advanceTimersByTime(2_000)
    show('hidden')
    vi.advanceTimersByTime(10 * 60_000)
    show('visible')
    vi.advanceTimersByTime(57_000)
    expect(onSlow).not.toHaveBeenCalled()
    expect(onTimeout).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(onTimeout).toHaveBeenCalledOnce()
  })

  it('counts a window that lost the focus as an open wallet', () => {
    window.dispatchEvent(new Event('blur'))
    vi.advanceTimersByTime(30_000)
    expect(onSlow).not.toHaveBeenCalled()
  })

  it('does not count the time in which a frozen page slept', () => {
    vi.setSystemTime(Date.now() + 3 * 60_000)
    vi.advanceTimersByTime(250)
    expect(onTimeout).not.toHaveBeenCalled()
  })

  it('reports nothing after it was stopped', () => {
    stop()
    vi.advanceTimersByTime(120_000)
    expect(onSlow).not.toHaveBeenCalled()
    expect(onTimeout).not.toHaveBeenCalled()
  })
})
