// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUpdateSchedule, followOccasions } from '#features/install/update/update-schedule.ts'

const MINUTE = 60_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the checks for a new version', () => {
  it('run at most once in 15 minutes, however often they are triggered', async () => {
    const check = vi.fn().mockResolvedValue('done')
    const schedule = createUpdateSchedule(check)
    await schedule.checkIfDue()
    await schedule.checkIfDue()
    vi.advanceTimersByTime(15 * MINUTE - 1)
    await schedule.checkIfDue()
    expect(check).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await schedule.checkIfDue()
    expect(check).toHaveBeenCalledTimes(2)
  })

  it('continue after the clock is set back', async () => {
    const check = vi.fn().mockResolvedValue('done')
    const schedule = createUpdateSchedule(check)
    await schedule.checkIfDue()
    vi.setSystemTime(Date.now() - 24 * 60 * MINUTE)
    await schedule.checkIfDue()
    expect(check).toHaveBeenCalledTimes(2)
    await schedule.checkIfDue()
    expect(check).toHaveBeenCalledTimes(2)
  })

  it('run at once when the player asks', async () => {
    const check = vi.fn().mockResolvedValue('done')
    const schedule = createUpdateSchedule(check)
    await schedule.checkIfDue()
    await schedule.checkNow()
    expect(check).toHaveBeenCalledTimes(2)
  })

  it('do not overlap', async () => {
    const check = vi.fn(() => new Promise<'done'>((resolve) => void setTimeout(() => resolve('done'), 1_000)))
    const schedule = createUpdateSchedule(check)
    const both = Promise.all([schedule.checkNow(), schedule.checkNow()])
    await vi.advanceTimersByTimeAsync(1_000)
    await both
    expect(check).toHaveBeenCalledTimes(1)
  })

  it('do not count when the server is unreachable', async () => {
    const check = vi.fn().mockResolvedValue('unreachable')
    const schedule = createUpdateSchedule(check)
    for (let occasion = 0; occasion < 5; occasion += 1) await schedule.checkIfDue()
    expect(check).toHaveBeenCalledTimes(5)
    check.mockResolvedValue('done')
    await schedule.checkIfDue()
    await schedule.checkIfDue()
    expect(check).toHaveBeenCalledTimes(6)
  })

  it('run again at the next trigger after a refusal, then with growing gaps', async () => {
    const check = vi.fn().mockResolvedValue('refused')
    const schedule = createUpdateSchedule(check)
    await schedule.checkIfDue()
    await schedule.checkIfDue()
    expect(check).toHaveBeenCalledTimes(2)
    let times = 2
    for (const gap of [1, 5, 15, 15]) {
      vi.advanceTimersByTime(gap * MINUTE - 1)
      await schedule.checkIfDue()
      expect(check).toHaveBeenCalledTimes(times)
      vi.advanceTimersByTime(1)
      await schedule.checkIfDue()
      times += 1
      expect(check).toHaveBeenCalledTimes(times)
    }

    check.mockResolvedValue('done')
    await schedule.checkNow()
    vi.advanceTimersByTime(15 * MINUTE - 1)
    await schedule.checkIfDue()
    expect(check).toHaveBeenCalledTimes(times + 1)
  })

  it('run every hour and at every return to the page', () => {
    const onOccasion = vi.fn()
    const stop = followOccasions(onOccasion)
    vi.advanceTimersByTime(2 * 60 * MINUTE)
    expect(onOccasion).toHaveBeenCalledTimes(2)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(onOccasion).toHaveBeenCalledTimes(3)
    stop()
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(60 * MINUTE)
    expect(onOccasion).toHaveBeenCalledTimes(3)
  })
})
