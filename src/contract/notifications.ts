import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { LocaleSchema } from './localized.ts'
import { CountSchema } from './values.ts'

/** What a player can choose to be told of: nothing of it is told unasked. */
export const PROMOTION_TOPICS = ['rewards', 'races', 'games', 'offers'] as const
export type PromotionTopic = (typeof PROMOTION_TOPICS)[number]

/** A notification leads to its message, so it needs the inbox too. */
export const ConsentSchema = v.pipe(
  v.object({ inbox: v.boolean(), push: v.boolean(), mail: v.boolean() }),
  v.check(({ inbox, push }) => inbox || !push, 'push_needs_inbox'),
)
export type Consent = v.InferOutput<typeof ConsentSchema>

const ClockTimeSchema = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))

export const QuietHoursSchema = v.pipe(
  v.object({
    from: ClockTimeSchema,
    /** Earlier than `from`: on the next day. */
    to: ClockTimeSchema,
    /** IANA name, for example `Asia/Shanghai`. */
    zone: v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'time_zone')),
  }),
  v.check(({ from, to }) => from !== to, 'quiet_hours_empty'),
)
export type QuietHours = v.InferOutput<typeof QuietHoursSchema>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const base64url = (bytes: number) =>
  v.pipe(v.string(), v.regex(/^[\w-]+$/), v.length(Math.ceil((bytes * 8) / 6)))

const PublicKeySchema = base64url(65)
const AuthSchema = base64url(16)
const PushAddressSchema = v.pipe(v.string(), v.url(), v.maxLength(1_000))

/** As browsers write it. */
export const PushSubscriptionSchema = v.object({
  endpoint: PushAddressSchema,
  keys: v.object({ p256dh: PublicKeySchema, auth: AuthSchema }),
})
export type SentSubscription = v.InferOutput<typeof PushSubscriptionSchema>

export const NotificationsSchema = v.object({
  /** `applicationServerKey` of subscriptions. */
  pushKey: PublicKeySchema,
  /** True if this session's device is notified. */
  isOn: v.boolean(),
  /** Devices of the player that are notified. */
  devices: CountSchema,
  /** False for an account without an address. */
  hasMailbox: v.boolean(),
  quietHours: v.nullable(QuietHoursSchema),
  promotions: v.object({
    rewards: ConsentSchema,
    races: ConsentSchema,
    games: ConsentSchema,
    offers: ConsentSchema,
  } satisfies Record<PromotionTopic, typeof ConsentSchema>),
})
export type Notifications = v.InferOutput<typeof NotificationsSchema>

export const getNotifications = endpoint({
  method: 'GET',
  path: '/user/notifications',
  tag: 'notifications',
  access: 'player',
  summary: 'Get what the player is notified of, and where',
  data: NotificationsSchema,
  errors: [],
})

export const setQuietHours = endpoint({
  method: 'PUT',
  path: '/user/notifications/quiet-hours',
  tag: 'notifications',
  access: 'player',
  summary: 'Set the hours in which only security is notified; null for none',
  body: v.object({ hours: v.nullable(QuietHoursSchema) }),
  data: NotificationsSchema,
  errors: [],
})

export const setConsent = endpoint({
  method: 'PUT',
  path: '/user/notifications/promotions/:topic',
  tag: 'notifications',
  access: 'player',
  summary: 'Choose where promotions of a topic are told; nothing is told unless chosen',
  params: v.object({ topic: v.picklist(PROMOTION_TOPICS) }),
  body: ConsentSchema,
  data: NotificationsSchema,
  /** `break_active`: nothing can be turned on during a break. */
  errors: ['break_active'],
})

export const addPushSubscription = endpoint({
  method: 'POST',
  path: '/user/push-subscriptions',
  tag: 'notifications',
  access: 'player',
  summary: 'Notify the device of this session, in place of its earlier subscription; ends with the session',
  body: v.object({ ...PushSubscriptionSchema.entries, locale: LocaleSchema }),
  data: NotificationsSchema,
  /** `push_service_unknown`: the address is none of a browser's push service. */
  errors: ['push_service_unknown', 'rate_limited'],
})

export const removePushSubscription = endpoint({
  method: 'DELETE',
  path: '/user/push-subscriptions',
  tag: 'notifications',
  access: 'player',
  summary: 'Notify the device of this session no more',
  data: NotificationsSchema,
  errors: [],
})

/** The service worker has no session; the secret of the old subscription proves that it is the same browser. */
export const renewPushSubscription = endpoint({
  method: 'POST',
  path: '/push-subscriptions/renewal',
  tag: 'notifications',
  access: 'public',
  summary: 'Replace a subscription that the browser has replaced',
  body: v.object({
    old: v.object({ endpoint: PushAddressSchema, auth: AuthSchema }),
    subscription: PushSubscriptionSchema,
  }),
  data: v.object({}),
  errors: ['not_found', 'push_service_unknown', 'rate_limited'],
})
