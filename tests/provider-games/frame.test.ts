// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mayShow } from '#features/provider-games/frame/may-show.ts'
import { readFrameMessage } from '#features/provider-games/frame/frame-messages.ts'
import { rememberTeller, tellsReady } from '#features/provider-games/frame/ready-tellers.ts'
import { watchFrame } from '#features/provider-games/frame/watch-frame.ts'
import { createLeave } from '#features/provider-games/frame/way-out.ts'

const ORIGIN = 'https://games.example'

describe('messages of a frame', () => {
  it.each([
    ['close', 'leave'],
    [{ type: 'lobby' }, 'leave'],
    [{ event: 'GAME_CLOSE' }, 'leave'],
    [{ action: 'openCashier' }, 'deposit'],
    [{ type: 'ready', balance: '9' }, 'ready'],
    [{ type: 'loaded' }, 'ready'],
  ] as const)('%j is understood', (data, message) => {
    expect(readFrameMessage(data)).toBe(message)
  })

  it.each([
    undefined,
    null,
    7,
    '',
    'constructor',
    { type: 'toString' },
    { type: { name: 'close' } },
    { name: 'close' },
    ['close'],
    `close${' '.repeat(100)}`,
    { type: 'navigate', url: 'https://elsewhere.example' },
  ])('%j is ignored', (data) => {
    expect(readFrameMessage(data)).toBeUndefined()
  })
})

describe('a watched frame', () => {
  let frame: HTMLIFrameElement
  let told: string[]
  let stop: () => void
  const begin = (tellsReady: boolean) => {
    stop = watchFrame(frame, {
      origin: ORIGIN,
      tellsReady,
      onLoaded: () => told.push('loaded'),
      onLate: () => told.push('late'),
      onMessage: (message) => told.push(message),
    })
  }
  const say = (data: unknown, from: { origin?: string; source?: unknown } = {}) => {
    const event = new Event('message')
    Object.assign(event, { data, origin: ORIGIN, source: frame.contentWindow, ...from })
    window.dispatchEvent(event)
  }

  beforeEach(() => {
    vi.useFakeTimers()
    frame = document.createElement('iframe')
    document.body.append(frame)
    Object.defineProperty(frame, 'contentWindow', { value: { name: 'of the frame' } })
    told = []
  })
  afterEach(() => {
    stop()
    frame.remove()
    vi.useRealTimers()
  })

  it('is heard only by its origin and its window, and only as long as it is watched', () => {
    begin(false)
    say('close', { origin: 'https://elsewhere.example' })
    say('close', { origin: `${ORIGIN}.elsewhere.example` })
    say('close', { source: window })
    say('close', { source: null })
    expect(told).toEqual([])
    say({ type: 'deposit' })
    expect(told).toEqual(['deposit'])
    stop()
    say({ type: 'deposit' })
    expect(told).toEqual(['deposit'])
  })

  it('is late after ten seconds without a load, and can still come', () => {
    begin(false)
    vi.advanceTimersByTime(9_999)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(told).toEqual(['late'])
    frame.dispatchEvent(new Event('load'))
    expect(told).toEqual(['late', 'loaded'])
  })

  it('is not late once it has loaded', () => {
    begin(false)
    frame.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual(['loaded'])
  })

  it('must say that it is ready where its provider usually does: an error page loads as well', () => {
    begin(true)
    frame.dispatchEvent(new Event('load'))
    expect(told).toEqual([])
    vi.advanceTimersByTime(10_000)
    expect(told).toEqual(['late'])
    say({ type: 'ready' })
    expect(told).toEqual(['late', 'loaded', 'ready'])
  })
})

it('remembers whose games say that they are ready', () => {
  localStorage.clear()
  expect(tellsReady(ORIGIN)).toBe(false)
  rememberTeller(ORIGIN)
  rememberTeller('https://other.example')
  rememberTeller(ORIGIN)
  expect([tellsReady(ORIGIN), tellsReady('https://other.example')]).toEqual([true, true])
  localStorage.setItem('frames_that_tell', '{"not":"a list"}')
  expect(tellsReady(ORIGIN)).toBe(false)
})

describe('the address of a frame', () => {
  const own = 'https://koi.example'
  const judge = (url: string, origin = ORIGIN) => mayShow({ url, origin, until: null }, own)
  it('is shown if it is of the told origin', () => {
    expect(judge(`${ORIGIN}/play?token=a`)).toBe(true)
    expect(judge('http://127.0.0.1:9000/play', 'http://127.0.0.1:9000')).toBe(true)
  })
  it.each([
    ['of this site', `${own}/games`, own],
    ['of another origin than was told', `${ORIGIN}/play`, 'https://elsewhere.example'],
    ['that others can read', 'http://games.example/play', 'http://games.example'],
    ['that is a script', 'javascript:alert(1)', 'null'],
    ['that is a document', 'data:text/html,hello', 'null'],
    ['that is none', 'games.example', ORIGIN],
  ])('is refused if it is one %s', (_, url, origin) => {
    expect(judge(url, origin)).toBe(false)
  })
})

describe('the way out of a frame', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is one step back, in however many words the game asks for it', () => {
    const [back, toPage] = [vi.fn(), vi.fn()]
    let address = '/play'
    back.mockImplementation(() => (address = '/page'))
    const leave = createLeave(() => address)
    for (let n = 0; n < 10; n += 1) leave({ back, toPage })
    vi.runAllTimers()
    expect([back.mock.calls.length, toPage.mock.calls.length]).toEqual([1, 0])
  })

  it('leads to the page of a game that has taken the step back for its own', () => {
    const [back, toPage] = [vi.fn(), vi.fn()]
    createLeave(() => '/play')({ back, toPage })
    vi.runAllTimers()
    expect(toPage).toHaveBeenCalledOnce()
  })
})
