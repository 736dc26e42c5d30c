import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const show = vi.fn(async () => {})
const setAppBadge = vi.fn(async () => {})
const openWindow = vi.fn(async () => null)
const subscribe = vi.fn()
interface Opened {
  readonly focused: boolean
  readonly postMessage: (message: unknown, ports: readonly MessagePort[]) => void
  readonly focus: () => Promise<void>
  readonly navigate: (path: string) => Promise<void>
}
let windows: Opened[] = []

const { openPushed, renewSubscription, showPush } = await import('../../sw/push.ts')

beforeEach(() => {
  windows = []
  vi.stubGlobal('self', {
    location: new URL('https://koi.test/sw.js'),
    registration: { showNotification: show, pushManager: { subscribe } },
    clients: { matchAll: async () => windows, openWindow },
  })
  vi.stubGlobal('navigator', { setAppBadge })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const push = (more: object = {}, notification: object = {}) =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: 'Deposit credited',
      body: 'It is in your balance.',
      lang: 'en-US',
      navigate: 'https://koi.test/history?view=money&line=deposit-5',
      tag: 'message-12',
      ...notification,
    },
    app_badge: 3,
    ...more,
  })
const tapped = (data: unknown) => ({ data }) as Notification
const newWindow = ({ focused = false, answers = true } = {}) => {
  const answer: Opened['postMessage'] = (_, [port]) => answers && port?.postMessage('opened')
  const made = {
    focused,
    postMessage: vi.fn(answer),
    focus: vi.fn(async () => {}),
    navigate: vi.fn(async () => {}),
  }
  windows.push(made)
  return made
}

it('a notification is shown as the server wrote it, with the count on the icon', async () => {
  await showPush(push())
  expect(show).toHaveBeenCalledWith('Deposit credited', {
    body: 'It is in your balance.',
    lang: 'en-US',
    tag: 'message-12',
    icon: '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    data: { navigate: 'https://koi.test/history?view=money&line=deposit-5' },
  })
  expect(setAppBadge).toHaveBeenCalledWith(3)
})

it('a notification is shown where the browser has no count on the icon', async () => {
  vi.stubGlobal('navigator', {})
  await showPush(push())
  expect(show).toHaveBeenCalledOnce()
})

it.each([
  '',
  'null',
  '{}',
  push({ web_push: 1 }),
  push({}, { navigate: 'https://evil.test/' }),
  push({}, { title: 1 }),
])('nothing is shown of %j', async (text) => {
  await showPush(text)
  expect(show).not.toHaveBeenCalled()
})

it('a tap opens the screen in the open window, without a reload', async () => {
  const [behind, front] = [newWindow(), newWindow({ focused: true })]
  await openPushed(tapped({ navigate: 'https://koi.test/withdraw?id=%228%22' }))
  const message = { type: 'OPEN_SCREEN', path: '/withdraw?id=%228%22' }
  expect(front.postMessage).toHaveBeenCalledWith(message, [expect.any(MessagePort)])
  expect(front.focus).toHaveBeenCalledOnce()
  expect(front.navigate).not.toHaveBeenCalled()
  expect(behind.postMessage).not.toHaveBeenCalled()
  expect(openWindow).not.toHaveBeenCalled()
})

it('a tap reloads the window when its page does not answer', async () => {
  vi.useFakeTimers()
  try {
    const { navigate } = newWindow({ answers: false })
    const opening = openPushed(tapped({ navigate: 'https://koi.test/security/sessions' }))
    await vi.advanceTimersByTimeAsync(3_000)
    await opening
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/security/sessions')
  } finally {
    vi.useRealTimers()
  }
})

it('a tap opens a window when no window is open', async () => {
  await openPushed(tapped({ navigate: 'https://koi.test/security/sessions' }))
  expect(openWindow).toHaveBeenCalledWith('/security/sessions')
})

it('a tap never leaves the site', async () => {
  for (const data of [null, {}, { navigate: 'https://evil.test/' }]) await openPushed(tapped(data))
  expect(openWindow.mock.calls).toEqual([['/'], ['/'], ['/']])
})

it('a subscription that the browser ends is renewed, with the secret of the old one', async () => {
  const fetched = vi.fn(async () => new Response())
  vi.stubGlobal('fetch', fetched)
  const key = new ArrayBuffer(65)
  const subscriptionAt = (endpoint: string) => {
    const sent = { endpoint, expirationTime: null, keys: { p256dh: 'p', auth: `of ${endpoint}` } }
    return {
      options: { applicationServerKey: key },
      toJSON: () => sent,
      sent,
    }
  }
  const [old, fresh] = [subscriptionAt('https://push.test/1'), subscriptionAt('https://push.test/2')]
  subscribe.mockResolvedValue(fresh)
  await renewSubscription({ oldSubscription: old as never })
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key })
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    '/api/push-subscriptions/renewal',
    expect.objectContaining({
      method: 'POST',
      body: JSON.stringify({
        old: { endpoint: 'https://push.test/1', auth: 'of https://push.test/1' },
        subscription: fresh.sent,
      }),
    }),
  )
  await renewSubscription({ oldSubscription: null })
  expect(fetched).toHaveBeenCalledOnce()
})
