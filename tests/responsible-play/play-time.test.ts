// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepBreak, readKeptBreak } from '#features/responsible-play/breaks/kept-break.ts'
import { followPlayTime, readPlayTime } from '../../src/features/responsible-play/play-time.ts'

const MINUTE = 60_000
let visibility: DocumentVisibilityState = 'visible'

function show(state: DocumentVisibilityState) {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the play time', () => {
  it('opens the reminder at each interval', () => {
    const onDue = vi.fn()
    const stop = followPlayTime(7, 15 * MINUTE, onDue)
    vi.advanceTimersByTime(14 * MINUTE)
    expect(onDue).not.toHaveBeenCalled()
    vi.advanceTimersByTime(MINUTE)
    expect(onDue).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(15 * MINUTE)
    expect(onDue).toHaveBeenCalledTimes(2)
    stop()
    expect(readPlayTime(7).playedMs).toBe(30 * MINUTE)
    vi.advanceTimersByTime(60 * MINUTE)
    expect(onDue).toHaveBeenCalledTimes(2)
  })

  it('pauses while the page is hidden or no game is open', () => {
    const onDue = vi.fn()
    followPlayTime(7, 15 * MINUTE, onDue)()
    const stop = followPlayTime(7, 15 * MINUTE, onDue)
    vi.advanceTimersByTime(10 * MINUTE)
    show('hidden')
    vi.advanceTimersByTime(60 * MINUTE)
    show('visible')
    vi.advanceTimersByTime(4 * MINUTE)
    stop()
    vi.advanceTimersByTime(60 * MINUTE)
    expect(onDue).not.toHaveBeenCalled()
    expect(readPlayTime(7).playedMs).toBe(14 * MINUTE)
    const again = followPlayTime(7, 15 * MINUTE, onDue)
    vi.advanceTimersByTime(MINUTE)
    expect(onDue).toHaveBeenCalledTimes(1)
    again()
  })

  it('continues after a reload, and starts again for another player', () => {
    followPlayTime(7, 15 * MINUTE, vi.fn())
    vi.advanceTimersByTime(9 * MINUTE)
    window.dispatchEvent(new Event('pagehide'))
    expect(readPlayTime(7).playedMs).toBe(9 * MINUTE)
    expect(readPlayTime(8)).toEqual({ uid: 8, playedMs: 0, remindedMs: 0 })
    sessionStorage.setItem('play-time', '{"uid":7,"playedMs":"long"}')
    expect(readPlayTime(7).playedMs).toBe(0)
  })

  it('opens the reminder at once when a shorter interval is already over', () => {
    followPlayTime(7, 60 * MINUTE, vi.fn())
    vi.advanceTimersByTime(20 * MINUTE)
    window.dispatchEvent(new Event('pagehide'))
    const onDue = vi.fn()
    const stop = followPlayTime(7, 15 * MINUTE, onDue)
    vi.advanceTimersByTime(0)
    expect(onDue).toHaveBeenCalledTimes(1)
    stop()
  })
})

describe('a break', () => {
  const running = {
    kind: 'self-exclusion',
    startedAt: '2026-06-01T12:00:00.000Z',
    until: '2026-12-01T12:00:00.000Z',
  } as const

  it('is stored for its player only, and until it is over', () => {
    keepBreak(7, running)
    expect(readKeptBreak(7)).toEqual(running)
    expect(readKeptBreak(8)).toBeNull()
    keepBreak(8, null)
    expect(readKeptBreak(7)).toEqual(running)
    keepBreak(7, null)
    expect(readKeptBreak(7)).toBeNull()
  })

  it('is ignored when it cannot be read', () => {
    localStorage.setItem('play_break', '{"uid":7,"break":{"kind":"nap"}}')
    expect(readKeptBreak(7)).toBeNull()
  })
})
