// @vitest-environment happy-dom
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { createRequestKey } from '#lib/request-key.ts'
import { forgetOtherOrders, isOrderOpen, isOutcomeUnknown, sendOnce, type Order } from '#session/send-once.ts'

const order = (amount = '300', uid = 7, name = 'withdrawal'): Order => ({
  name,
  uid,
  facts: ['usdt', amount],
})
const http = (status: number, code: string) => new ApiError('http', '', { status, code })
const LOST = new ApiError('network', '')

async function send(what: Order, error?: Error): Promise<string> {
  let sent = ''
  await sendOnce(what, async (key) => {
    sent = key
    if (error !== undefined) throw error
  }).catch((thrown: unknown) => expect(thrown).toBe(error))
  return sent
}

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an idempotency key', () => {
  it('is a UUID of version 4, also on an insecure page', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const keys = Array.from({ length: 50 }, createRequestKey)
    expect(keys.every((key) => v.is(v.pipe(v.string(), v.uuid()), key))).toBe(true)
    expect(keys.every((key) => /^.{14}4.{4}[89ab]/.test(key))).toBe(true)
    expect(new Set(keys).size).toBe(50)
  })
})

describe('an order', () => {
  it.each([
    ['no connection', LOST],
    ['no answer in time', new ApiError('timeout', '')],
    ['an answer that cannot be read', new ApiError('malformed', '')],
    ['a fault of the server', http(500, 'internal')],
    ['a server that is down', http(503, 'unavailable')],
    ['a proxy between', http(403, 'http_403')],
    ['a wallet', new Error('declined')],
  ])('keeps its key after %s, and gets a new one after the answer', async (_, error) => {
    expect(isOutcomeUnknown(error)).toBe(true)
    const key = await send(order(), error)
    expect(isOrderOpen(order())).toBe(true)
    expect(await send(order(), error)).toBe(key)
    expect(await send(order())).toBe(key)
    expect(isOrderOpen(order())).toBe(false)
    expect(await send(order())).not.toBe(key)
  })

  it('gets a new key after a refusal', async () => {
    const key = await send(order(), http(400, 'insufficient_funds'))
    expect(isOrderOpen(order())).toBe(false)
    expect(await send(order())).not.toBe(key)
  })

  it('keeps its key when a retry is refused: the first try may still be in flight', async () => {
    const key = await send(order(), LOST)
    for (const refused of [
      http(400, 'password_wrong'),
      http(429, 'rate_limited'),
      http(401, 'unauthorized'),
    ]) {
      expect(await send(order(), refused)).toBe(key)
    }
    expect(await send(order())).toBe(key)
  })

  it('gets a new key after a conflict, because the old key would conflict forever', async () => {
    const key = await send(order(), LOST)
    expect(await send(order(), http(409, 'conflict'))).toBe(key)
    expect(await send(order())).not.toBe(key)
  })

  it('has its own key for each player, name and content, and finds it again', async () => {
    const others = [order('299'), order('300', 8), order('300', 7, 'practice-transfer')]
    const keys = [await send(order(), LOST)]
    for (const other of others) keys.push(await send(other, LOST))
    expect(new Set(keys).size).toBe(4)
    expect(await send(order(), LOST)).toBe(keys[0])
    forgetOtherOrders(order())
    expect(isOrderOpen(order('300', 8))).toBe(false)
    expect(isOrderOpen(order())).toBe(true)
    expect(isOrderOpen(order('300', 7, 'practice-transfer'))).toBe(true)
  })

  it('is stored before it is sent, survives a reload, and reveals nothing to a reader of the storage', async () => {
    let stored = ''
    const key = await send(order('4711'), LOST)
    await sendOnce(order('4711'), async () => {
      stored = JSON.stringify(Object.entries(sessionStorage))
    })
    expect(stored).toContain(key)
    expect(stored).not.toContain('4711')
    await send(order('4711'), LOST)
    vi.resetModules()
    const reloaded = await import('#session/send-once.ts')
    expect(reloaded.isOrderOpen(order('4711'))).toBe(true)
  })

  it('says if its key had been sent before', async () => {
    await send(order(), LOST)
    expect(await sendOnce(order(), async () => 1)).toEqual({ answer: 1, isRepeat: true })
    expect(await sendOnce(order(), async () => 2)).toEqual({ answer: 2, isRepeat: false })
  })

  it('gets a new key after a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const key = await send(order(), LOST)
    vi.setSystemTime(Date.now() + 23 * 3_600_000)
    expect(await send(order(), LOST)).toBe(key)
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    expect(await send(order(), LOST)).not.toBe(key)
  })

  it('keeps its key when the clock is set back, for one day from then', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const key = await send(order(), LOST)
    vi.setSystemTime(Date.now() - 365 * 24 * 3_600_000)
    expect(await send(order(), LOST)).toBe(key)
    // Any other order rewrites the list.
    await send(order('1'), LOST)
    vi.setSystemTime(Date.now() + 25 * 3_600_000)
    expect(await send(order(), LOST)).not.toBe(key)
  })

  it.each(['{', '{}', '[{"key":"x"}]', '[{"name":"withdrawal","order":"a","key":"no uuid","at":1}]'])(
    'ignores %s in storage',
    async (text) => {
      sessionStorage.setItem('request_keys', text)
      const key = await send(order(), LOST)
      expect(await send(order(), LOST)).toBe(key)
    },
  )

  it('lasts as long as the page when nothing can be stored', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    const key = await send(order(), LOST)
    expect(await send(order())).toBe(key)
    expect(isOrderOpen(order())).toBe(false)
  })
})
