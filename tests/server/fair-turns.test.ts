import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import sharp from 'sharp'
import { makeAvatar } from '#server/accounts/avatar.ts'
import { createFairTurns } from '#server/base/fair-turns.ts'

describe('turns', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const limits: Required<Parameters<typeof createFairTurns>[0]> = {
    atOnce: 2,
    perKey: () => 1,
    waiting: 100,
    waitMs: 1_000,
  }

  /** Takes a turn for each key in this order. Turns in `begun` end when the test ends them. */
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
      ends,
      async endNext() {
        ends.shift()?.()
        await vi.advanceTimersByTimeAsync(0)
      },
    }
  }

  it('alternate between keys, even if one key waits for many', async () => {
    const { begun, endNext, taken } = takeAll([...Array<string>(20).fill('hog'), 'fair', 'other', 'fair'])
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['hog', 'fair'])
    for (let n = 0; n < 5; n++) await endNext()
    expect(begun.slice(0, 5)).toEqual(['hog', 'fair', 'hog', 'other', 'fair'])
    for (let n = 0; n < 20; n++) await endNext()
    await Promise.all(taken)
    expect(begun).toHaveLength(23)
  })

  it('leave one place to each waiting key, and more to a key that is alone', async () => {
    const options = { ...limits, atOnce: 4, perKey: (_: string, isShared: boolean) => (isShared ? 1 : 2) }
    const { turns, begun, ends } = takeAll(['hog', 'hog', 'hog'], options)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['hog', 'hog'])
    const end = await turns.take('fair')
    for (const each of ends.splice(0, 2)) each()
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toHaveLength(3)
    void turns.take('hog').then(() => begun.push('hog'))
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toHaveLength(3)
    end()
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toHaveLength(4)
  })

  it('time out, and then start nothing', async () => {
    const { begun, taken, endNext } = takeAll(['a', 'a', 'a'])
    const settled = Promise.allSettled(taken)
    await vi.advanceTimersByTimeAsync(limits.waitMs)
    const [first, ...others] = await settled
    expect(first?.status).toBe('fulfilled')
    for (const other of others) {
      expect(other).toMatchObject({ reason: { code: 'unavailable', detail: { retryAfterS: 2 } } })
    }
    await endNext()
    expect(begun).toEqual(['a'])
  })

  it('are refused at once when too many wait', async () => {
    const { turns } = takeAll(['a', 'b', 'c', 'd'], { ...limits, waiting: 2 })
    await expect(turns.take('e')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('are given back only once, even if the release is called again', async () => {
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

it("another player's picture waits for one of thirty jobs, not for all", async () => {
  const file = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
  const made: number[] = []
  const make = async (uid: number) => {
    await makeAvatar(`player ${uid}`, file)
    made.push(uid)
  }
  await Promise.all([...Array.from({ length: 30 }, () => make(1)), make(2)])
  expect(made).toHaveLength(31)
  expect(made.indexOf(2)).toBeLessThanOrEqual(2)
})
