import * as v from 'valibot'
import { API_BASE } from '#contract/api-base.ts'
import { inTime } from '#lib/in-time.ts'

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

/** A page that was frozen in the background needs a moment. */
const ANSWER_WITHIN_MS = 3_000

/** Message to the page: the player has tapped a notification. The page answers at the port that comes with it. */
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

/**
 * Shows the screen in an open window, else opens one. It reloads the window only if the page does not answer: one that is
 * starting, or that the server has sent without the app.
 */
export async function openPushed({ data }: Notification): Promise<void> {
  const path = pathOf((data as { navigate?: unknown } | null)?.navigate) ?? '/'
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find(({ focused }) => focused) ?? windows[0]
  if (!open) {
    await self.clients.openWindow(path)
    return
  }
  const { port1, port2 } = new MessageChannel()
  const answered = inTime(ANSWER_WITHIN_MS, () => new Promise((resolve) => (port1.onmessage = resolve)))
  open.postMessage({ type: 'OPEN_SCREEN', path } satisfies OpenScreen, [port2])
  await open.focus().catch(() => undefined)
  await answered.catch(() => open.navigate(path).catch(() => undefined))
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
