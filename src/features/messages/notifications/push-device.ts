import type { SentSubscription } from '#contract/notifications.ts'
import { browserStorage } from '#lib/browser-storage.ts'

export type PushState =
  /** The browser has no notifications, or no worker that could show them. */
  | 'unsupported'
  /** iPhone and iPad: only the installed app has notifications. */
  | 'uninstalled'
  /** The player has forbidden them in the browser. */
  | 'blocked'
  | 'off'
  | 'on'

/** Who wants to be notified on this device, and what the server was told. It outlives a log-out. */
const CHOICE_KEY = 'push'

interface Choice {
  readonly uid: number
  readonly told: string
}

/** `told` is empty until the server was told. */
export function readChoice(): Choice | null {
  const [uid = '', told = ''] = (browserStorage.get(CHOICE_KEY) ?? '').split(' ', 2)
  return /^\d+$/.test(uid) ? { uid: Number(uid), told } : null
}

export const keepChoice = ({ uid, told }: Choice) => browserStorage.set(CHOICE_KEY, `${uid} ${told}`)
export const forgetChoice = () => browserStorage.remove(CHOICE_KEY)

export async function readPushState(uid: number): Promise<PushState> {
  const registration = await findRegistration()
  if (registration === 'uninstalled') return 'uninstalled'
  if (!registration) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const isChosen = readChoice()?.uid === uid && Notification.permission === 'granted'
  return isChosen && (await registration.pushManager.getSubscription()) !== null ? 'on' : 'off'
}

async function findRegistration(): Promise<ServiceWorkerRegistration | 'uninstalled' | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) {
    return navigator.standalone === false ? 'uninstalled' : undefined
  }
  return navigator.serviceWorker.getRegistration().catch(() => undefined)
}

/**
 * Subscribes, unless the device is subscribed with this key.
 * @param pushKey base64url
 */
export async function subscribe(pushKey: string): Promise<SentSubscription> {
  const registration = await findRegistration()
  if (!registration || registration === 'uninstalled') throw new Error('This browser has no notifications')
  const { pushManager } = registration
  const known = await pushManager.getSubscription()
  const isCurrent = known !== null && toBase64url(known.options.applicationServerKey) === pushKey
  // Browsers refuse another key beside a subscription.
  if (known && !isCurrent) await known.unsubscribe()
  const subscription = isCurrent
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

export async function unsubscribe(): Promise<void> {
  const registration = await findRegistration()
  if (!registration || registration === 'uninstalled') return
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}

function toBase64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? []))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
