import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followLive, liveTopics } from '#session/live.ts'
import { clearAccessToken, storeAccessToken } from '#session/access-token.actions.ts'

const TOKEN = 'a'.repeat(43)

interface Opened {
  readonly path: string
  readonly headers: Record<string, string>
  say(text: string): void
  hangUp(): void
  readonly isAborted: () => boolean
}

let opened: Opened[]
let leave: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  leave = []
  storeAccessToken(TOKEN)
  vi.stubGlobal('fetch', (path: string, { headers, signal }: RequestInit) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({ start: (started) => void (controller = started) })
    signal?.addEventListener('abort', () => controller?.error(new Error('aborted')))
    opened.push({
      path,
      headers: headers as Record<string, string>,
      say: (text) => controller?.enqueue(new TextEncoder().encode(text)),
      hangUp: () => controller?.close(),
      isAborted: () => signal?.aborted === true,
    })
    return Promise.resolve(new Response(body))
  })
})
afterEach(() => {
  for (const each of leave) each()
  clearAccessToken()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function watch() {
  const watcher = { onEvent: vi.fn(), onGap: vi.fn() }
  leave.push(followLive({ topic: 'crash', ...watcher }))
  return watcher
}
const BEAT = { type: 'beat', round: '7', now: 5 }
function follow(topic: 'deposits' | 'withdrawals', ask = () => Promise.resolve()) {
  const follower = { onNews: vi.fn(), ask: vi.fn(ask), onEnd: vi.fn() }
  leave.push(followLive({ topic, ...follower }))
  return follower
}
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

it('a subscriber reads once, receives its own topic, and resumes from the last event', async () => {
  const { onNews, ask } = follow('deposits')
  await settle()
  expect(ask).toHaveBeenCalledTimes(1)
  expect(opened[0]).toMatchObject({ path: '/api/live?topics=deposits', headers: { 'Access-Token': TOKEN } })
  expect(opened[0]?.headers).not.toHaveProperty('last-event-id')
  expect(liveTopics.get().size).toBe(0)
  // In pieces, as a network delivers them.
  opened[0]?.say('id: a-1\nevent: open\nda')
  opened[0]?.say('ta: {}\n\nid: a-2\nevent: deposits\ndata: []\n')
  await settle()
  expect(liveTopics.get().has('deposits')).toBe(true)
  expect(onNews).not.toHaveBeenCalled()
  opened[0]?.say('\nid: a-3\n\n')
  await settle()
  expect(onNews.mock.calls).toEqual([[[]]])
  opened[0]?.hangUp()
  await settle()
  expect(liveTopics.get().size).toBe(0)
  await settle(4_000)
  expect(ask).toHaveBeenCalledTimes(2)
  expect(opened[1]?.headers).toMatchObject({ 'last-event-id': 'a-3' })
})

it('a failed read is retried with growing pauses, and the stream opens once one succeeds', async () => {
  let isDown = true
  const { ask } = follow('deposits', () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve()))
  await settle(60_000)
  const tries = ask.mock.calls.length
  expect(tries).toBeGreaterThan(3)
  expect(tries).toBeLessThan(9)
  expect(opened).toHaveLength(0)
  isDown = false
  await settle(30_000)
  expect(opened).toHaveLength(1)
})

it('a silent stream is closed after 40 s', async () => {
  follow('deposits')
  await settle()
  opened[0]?.say('id: a-1\n\n')
  await settle(39_000)
  expect(opened[0]?.isAborted()).toBe(false)
  await settle(2_000)
  expect(opened[0]?.isAborted()).toBe(true)
  await settle(6_000)
  expect(opened).toHaveLength(2)
})

it('one stream carries the topics of all subscribers, and ends with the last of them', async () => {
  const deposits = follow('deposits')
  await settle()
  const withdrawals = follow('withdrawals')
  await settle()
  expect(opened[0]?.isAborted()).toBe(true)
  expect(opened[1]?.path).toBe('/api/live?topics=deposits,withdrawals')
  expect(deposits.ask).toHaveBeenCalledTimes(1)
  opened[1]?.say('event: withdrawals\ndata: []\n\n')
  await settle()
  expect(withdrawals.onNews).toHaveBeenCalledTimes(1)
  expect(deposits.onNews).not.toHaveBeenCalled()
  leave[0]?.()
  expect(opened[1]?.isAborted()).toBe(false)
  leave[1]?.()
  expect(opened[1]?.isAborted()).toBe(true)
  await settle(60_000)
  expect(opened).toHaveLength(2)
})

it('no events arrive for a player who has logged out, or for another player', async () => {
  const { onEnd } = follow('deposits')
  await settle()
  storeAccessToken('b'.repeat(43))
  expect(onEnd).toHaveBeenCalledTimes(1)
  expect(opened[0]?.isAborted()).toBe(true)
  await settle(60_000)
  expect(opened).toHaveLength(1)
})

it('events that break the contract are dropped, and the stream is opened again', async () => {
  const { onNews } = follow('deposits')
  await settle()
  opened[0]?.say('event: weather\ndata: 1\n\nevent: deposits\ndata: [{"id":1}]\n\n')
  await settle()
  expect(onNews).not.toHaveBeenCalled()
  await settle(6_000)
  expect(opened).toHaveLength(2)
})

it('public topics work without a session, and report gaps', async () => {
  clearAccessToken()
  const { onEvent, onGap } = watch()
  await settle()
  expect(opened[0]?.path).toBe('/api/live?topics=crash')
  expect(opened[0]?.headers).not.toHaveProperty('Access-Token')
  opened[0]?.say('id: a-1\nevent: open\ndata: {}\n\nid: a-1\nevent: gap\ndata: ["crash"]\n\n')
  await settle()
  expect(onGap).toHaveBeenCalledTimes(1)
  opened[0]?.say(`id: a-2\nevent: crash\ndata: ${JSON.stringify(BEAT)}\n\n`)
  await settle()
  expect(onEvent.mock.calls).toEqual([[BEAT]])
  // A later subscriber reads the state itself and shares the stream.
  const second = watch()
  await settle()
  expect([opened.length, second.onGap.mock.calls.length, onGap.mock.calls.length]).toEqual([1, 1, 1])
  await settle(10_000)
  opened[0]?.say('event: gap\ndata: ["crash"]\n\n')
  // A random delay keeps pages from refetching at the same moment.
  await settle(1_000)
  expect([second.onGap.mock.calls.length, onGap.mock.calls.length]).toEqual([2, 2])
  opened[0]?.hangUp()
  // The stream worked, so it is reopened soon.
  await settle(1_000)
  expect(opened[1]?.headers).toMatchObject({ 'last-event-id': 'a-2' })
  opened[1]?.say('id: a-2\nevent: open\ndata: {}\n\n')
  await settle()
  expect(onGap).toHaveBeenCalledTimes(2)
})

it('a public topic continues when the player logs out, and shares the stream of the next player', async () => {
  const { onEvent } = watch()
  const deposits = follow('deposits')
  await settle()
  expect(opened.map(({ path }) => path)).toEqual(['/api/live?topics=crash,deposits'])
  clearAccessToken()
  await settle()
  expect(deposits.onEnd).toHaveBeenCalledTimes(1)
  expect(opened[0]?.isAborted()).toBe(true)
  expect(opened[1]?.path).toBe('/api/live?topics=crash')
  opened[1]?.say(`event: crash\ndata: ${JSON.stringify(BEAT)}\n\n`)
  await settle()
  expect(onEvent).toHaveBeenCalledTimes(1)
  storeAccessToken('b'.repeat(43))
  await settle()
  expect(opened).toHaveLength(2)
  follow('withdrawals')
  await settle()
  expect(opened[2]).toMatchObject({
    path: '/api/live?topics=crash,withdrawals',
    headers: { 'Access-Token': 'b'.repeat(43) },
  })
  // A public topic without subscribers leaves the stream. A private topic may stay, because it costs nothing.
  leave[0]?.()
  await settle()
  expect(opened[3]?.path).toBe('/api/live?topics=withdrawals')
})

it('a stream that made room for other tabs comes back when its page is looked at', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  vi.stubGlobal('document', page)
  const { ask } = follow('deposits')
  await settle()
  opened[0]?.say('event: open\ndata: {}\n\nevent: replaced\ndata: {}\n\n')
  opened[0]?.hangUp()
  await settle(120_000)
  expect([opened.length, ask.mock.calls.length]).toEqual([1, 1])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await settle(4_000)
  expect([opened.length, ask.mock.calls.length]).toEqual([2, 2])
  // A stream without subscribers does not come back.
  page.visibilityState = 'hidden'
  opened[1]?.say('event: replaced\ndata: {}\n\n')
  opened[1]?.hangUp()
  await settle()
  leave.splice(0).forEach((each) => each())
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await settle(4_000)
  expect(opened).toHaveLength(2)
})
