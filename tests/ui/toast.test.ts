import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clearToasts,
  dismissToast,
  pauseToasts,
  resumeToasts,
  toast,
  TOAST_FADE_MS,
  toasts,
} from '#ui/toast.ts'

const messages = () => toasts.get().map((each) => each.message)
const fading = () => toasts.get().filter((each) => each.isLeaving).length

beforeEach(() => {
  vi.useFakeTimers()
  clearToasts()
})
afterEach(() => {
  clearToasts()
  vi.useRealTimers()
})

describe('a toast', () => {
  it('does not stay longer when the clock is set back while the pointer is on it', () => {
    toast({ message: 'No' })
    vi.advanceTimersByTime(1_000)
    vi.setSystemTime(Date.now() - 3_600_000)
    pauseToasts()
    resumeToasts()
    vi.advanceTimersByTime(2_000 + TOAST_FADE_MS)
    expect(messages()).toEqual([])
  })

  it('in the danger tone stays 3000 ms, fades for 200 ms and disappears', () => {
    toast({ message: 'No' })
    expect(toasts.get()).toMatchObject([{ message: 'No', tone: 'danger', isLeaving: false }])
    vi.advanceTimersByTime(2999)
    expect(fading()).toBe(0)
    vi.advanceTimersByTime(1)
    expect(fading()).toBe(1)
    vi.advanceTimersByTime(TOAST_FADE_MS)
    expect(toasts.get()).toEqual([])
  })

  it('is one of at most two, the newest', () => {
    for (const message of ['a', 'b', 'c', 'd']) toast({ message })
    expect(messages()).toEqual(['c', 'd'])
  })

  it('stays longer instead of repeating its message', () => {
    toast({ message: 'Same' })
    vi.advanceTimersByTime(2000)
    toast({ message: 'Same' })
    expect(messages()).toEqual(['Same'])
    vi.advanceTimersByTime(2000)
    expect(fading()).toBe(0)
    vi.advanceTimersByTime(1000)
    expect(fading()).toBe(1)
  })

  it('repeats its message in another tone, or once the first is fading', () => {
    toast({ message: 'Same' })
    toast({ message: 'Same', tone: 'info' })
    expect(messages()).toEqual(['Same', 'Same'])
    vi.advanceTimersByTime(3000)
    toast({ message: 'Same' })
    expect(toasts.get().filter((each) => !each.isLeaving)).toHaveLength(1)
  })

  it('pauses, and continues with the remaining time', () => {
    toast({ message: 'Read me' })
    vi.advanceTimersByTime(2000)
    pauseToasts()
    vi.advanceTimersByTime(60_000)
    expect(fading()).toBe(0)
    resumeToasts()
    vi.advanceTimersByTime(999)
    expect(fading()).toBe(0)
    vi.advanceTimersByTime(1)
    expect(fading()).toBe(1)
  })

  it('can be dismissed early, which stops its timer', () => {
    toast({ message: 'Gone' })
    const [shown] = toasts.get()
    dismissToast(shown?.id ?? 0)
    expect(fading()).toBe(1)
    vi.advanceTimersByTime(TOAST_FADE_MS)
    expect(toasts.get()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('can have its own duration', () => {
    toast({ message: 'Long', durationMs: 8000 })
    vi.advanceTimersByTime(7999)
    expect(fading()).toBe(0)
  })
})
