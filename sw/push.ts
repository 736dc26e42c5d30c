import * as v from 'valibot'
import { API_BASE } from '#contract/api-base.ts'

declare const self: ServiceWorkerGlobalScope

/** Not from the contract, whose schemas the worker does not need. */
const RENEWAL = `${API_BASE}/push-subscriptions/renewal`
const ICON = '/icons/icon-192.png'
/** Android takes only its shape. */
const BADGE = '/icons/monochrome-512.png'

/** A declarative push message: browsers that know it show it by themselves, and this worker shows the same. */
const PushSchema = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    lang: v.string(),
    navigate: v.pipe(v.string(), v.url()),
    tag: v.string(),
  }),
  app_badge: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

/** Message to the page: the player has tapped a notification. */
interface OpenScreen {
  readonly type: 'OPEN_SCREEN'
  readonly path: string
}

/** Undefined for anything but a message of our own server. */
function parsePush(text: string): v.InferOutput<typeof PushSchema> | undefined {
  try {
    const push = v.parse(PushSchema, JSON.parse(text))
    return pathOf(push.notification.navigate) === undefined ? undefined : push
  } catch {
    return undefined
  }
}

/** Undefined for a page of another site. */
function pathOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const { origin, pathname, search } = new URL(address)
  return origin === self.location.origin ? pathname + search : undefined
}

export async function showPush(text: string): Promise<void> {
  const push = parsePush(text)
  if (!push) return
  const { title, navigate, ...shown } = push.notification
  const look = { icon: ICON, badge: BADGE, data: { navigate } }
  await self.registration.showNotification(title, { ...shown, ...look })
  if (push.app_badge !== undefined && 'setAppBadge' in navigator) {
    await navigator.setAppBadge(push.app_badge).catch(() => undefined)
  }
}

/** Shows the screen in an open window, without a reload that would end a round; else opens one. */
export async function openPushed({ data }: Notification): Promise<void> {
  const path = pathOf((data as { navigate?: unknown } | null)?.navigate) ?? '/'
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find(({ focused }) => focused) ?? windows[0]
  if (!open) {
    await self.clients.openWindow(path)
    return
  }
  open.postMessage({ type: 'OPEN_SCREEN', path } satisfies OpenScreen)
  await open.focus().catch(() => undefined)
}

interface Change {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

/** Browsers that do not tell the old subscription leave it to the page, when that is opened next. */
export async function renewSubscription({ oldSubscription: old, newSubscription }: Change): Promise<void> {
  const key = old?.options.applicationServerKey
  const { endpoint, keys } = old?.toJSON() ?? {}
  if (!key || endpoint === undefined || keys?.['auth'] === undefined) return
  const asked = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(asked))
  await fetch(RENEWAL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ old: { endpoint, auth: keys['auth'] }, subscription: subscription.toJSON() }),
  })
}
