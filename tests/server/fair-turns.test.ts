import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFairTurns } from '#server/http/fair-turns.ts'

describe('turns', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const limits = { atOnce: 2, perKey: 1, waiting: 100, waitMs: 1_000 }

  /** Takes a turn for each key in this order; what has begun is in `begun`, and ends when the test says so. */
  const takeAll = (keys: readonly string[], options = limits) => {
    const turns = createFairTurns(options)
    const begun: string[] = []
    const ends: (() => void)[] = []
    const taken = keys.map(async (key) => {
      const end = await turns.take(key)
      begun.push(key)
      ends.push(end)
    })
    return {
      turns,
      begun,
      taken,
      async endNext() {
        ends.shift()?.()
        await vi.advanceTimersByTimeAsync(0)
      },
    }
  }

  it('go around among keys, however many one of them waits for', async () => {
    const { begun, endNext, taken } = takeAll([...Array<string>(20).fill('hog'), 'fair', 'other', 'fair'])
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['hog', 'fair'])
    for (let n = 0; n < 5; n++) await endNext()
    expect(begun.slice(0, 5)).toEqual(['hog', 'fair', 'hog', 'other', 'fair'])
    for (let n = 0; n < 20; n++) await endNext()
    await Promise.all(taken)
    expect(begun).toHaveLength(23)
  })

  it('are given up after a while, with nothing begun', async () => {
    const { begun, taken, endNext } = takeAll(['a', 'a', 'a'])
    const settled = Promise.allSettled(taken)
    await vi.advanceTimersByTimeAsync(limits.waitMs)
    const [first, ...others] = await settled
    expect(first?.status).toBe('fulfilled')
    for (const other of others) {
      expect(other).toMatchObject({ reason: { code: 'unavailable', details: { retryAfterS: 2 } } })
    }
    await endNext()
    expect(begun).toEqual(['a'])
  })

  it('are refused at once where too many wait', async () => {
    const { turns } = takeAll(['a', 'b', 'c', 'd'], { ...limits, waiting: 2 })
    await expect(turns.take('e')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('are given back once, whatever is called how often', async () => {
    const turns = createFairTurns({ ...limits, atOnce: 1 })
    const end = await turns.take('a')
    end()
    const next = await turns.take('b')
    end()
    let hasBegun = false
    void turns.take('c').then(() => (hasBegun = true))
    await vi.advanceTimersByTimeAsync(0)
    expect(hasBegun).toBe(false)
    next()
    await vi.advanceTimersByTimeAsync(0)
    expect(hasBegun).toBe(true)
  })
})
