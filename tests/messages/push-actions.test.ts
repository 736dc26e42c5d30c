// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Notifications } from '#contract/notifications.ts'
import { keepUpPush, turnOff, turnOn } from '#features/messages/notifications/push.actions.ts'
import { readPushState } from '#features/messages/notifications/push-device.ts'
import { storeAccessToken } from '#session/access-token.actions.ts'
import { currentUser } from '#session/user.state.ts'

const KEY = 'A'.repeat(87)
const OTHER_KEY = `B${'A'.repeat(86)}`
const NONE = { inbox: false, push: false, mail: false }
const SETTINGS: Notifications = {
  pushKey: KEY,
  isOn: false,
  devices: 0,
  hasMailbox: true,
  quietHours: null,
  promotions: { rewards: NONE, races: NONE, games: NONE, offers: NONE },
}
const ANN = 100_001
const BOB = 100_002

let permission: NotificationPermission
let subscription: PushSubscription | null
let made = 0
let settings: Notifications
const calls: string[] = []

const bytesOf = (key: string) => Uint8Array.from(Buffer.from(key, 'base64url')).buffer

function newSubscription(key: string): PushSubscription {
  const endpoint = `https://push.test/${++made}`
  return {
    endpoint,
    options: { applicationServerKey: bytesOf(key), userVisibleOnly: true },
    toJSON: () => ({ endpoint, keys: { p256dh: KEY, auth: 'A'.repeat(22) } }),
    unsubscribe: async () => {
      calls.push('unsubscribe')
      subscription = null
      return true
    },
  } as unknown as PushSubscription
}

const pushManager = {
  getSubscription: async () => subscription,
  subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
    if (subscription) throw new DOMException('Another key', 'InvalidStateError')
    calls.push('subscribe')
    return (subscription = newSubscription(applicationServerKey))
  },
}

const begin = (uid: number) => {
  storeAccessToken(`${uid}`.repeat(5))
  currentUser.set({ uid, nickname: '', avatar: '' })
}
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

beforeEach(() => {
  localStorage.clear()
  permission = 'default'
  subscription = null
  settings = SETTINGS
  calls.length = 0
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => permission,
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  })
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(method)
    if (method === 'POST') settings = { ...settings, isOn: true, devices: 1 }
    if (method === 'DELETE') settings = { ...settings, isOn: false, devices: 0 }
    return Response.json({ data: settings })
  })
  begin(ANN)
})

const turnedOn = async () => {
  permission = 'granted'
  expect(await turnOn(client())).toBe(true)
  calls.length = 0
}

it('a device is subscribed with the key of the server after the player has allowed it', async () => {
  expect(await readPushState(ANN)).toBe('off')
  expect(await turnOn(client())).toBe(false)
  expect(calls).toEqual([])
  permission = 'granted'
  expect(await turnOn(client())).toBe(true)
  expect(calls).toEqual(['GET', 'subscribe', 'POST'])
  expect(await readPushState(ANN)).toBe('on')
})

it('a later start tells the server nothing that it knows', async () => {
  await turnedOn()
  await keepUpPush(client())
  expect(calls).toEqual(['GET'])
})

it('a new session of the player is notified again', async () => {
  await turnedOn()
  settings = SETTINGS
  await keepUpPush(client())
  expect(calls).toEqual(['GET', 'POST'])
})

it('a key that has changed is noticed: the device subscribes anew', async () => {
  await turnedOn()
  settings = { ...SETTINGS, pushKey: OTHER_KEY }
  await keepUpPush(client())
  expect(calls).toEqual(['GET', 'unsubscribe', 'subscribe', 'POST'])
  expect(subscription?.options.applicationServerKey).toEqual(bytesOf(OTHER_KEY))
})

it('a subscription that the browser has dropped is made again', async () => {
  await turnedOn()
  subscription = null
  await keepUpPush(client())
  expect(calls).toEqual(['GET', 'subscribe', 'POST'])
})

it('another player of the browser is not notified of what the first one chose', async () => {
  await turnedOn()
  begin(BOB)
  expect(await readPushState(BOB)).toBe('off')
  await keepUpPush(client())
  expect(calls).toEqual(['unsubscribe'])
})

it('turned off, it stays off', async () => {
  await turnedOn()
  await turnOff(client())
  expect(calls).toEqual(['DELETE', 'unsubscribe'])
  calls.length = 0
  await keepUpPush(client())
  expect(calls).toEqual([])
  expect(await readPushState(ANN)).toBe('off')
})

it('a browser that cannot notify says why', async () => {
  permission = 'denied'
  expect(await readPushState(ANN)).toBe('blocked')
  vi.unstubAllGlobals()
  expect(await readPushState(ANN)).toBe('unsupported')
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false })
  expect(await readPushState(ANN)).toBe('uninstalled')
})
