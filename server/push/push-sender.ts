import * as v from 'valibot'
import { MessageContentSchema } from '#contract/messages.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { repeat } from '#server/base/repeat.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { readSummary } from '#server/messages/messages.queries.ts'
import { encryptPush } from './encrypt-push.ts'
import { judgePush } from './judge-push.ts'
import { pushPayload } from './push-payload.ts'
import {
  BATCH,
  claimPushes,
  forgetDevice,
  postponePush,
  readDevice,
  removePush,
  type DuePush,
} from './push-queue.ts'
import { pushRuleOf } from './push-rules.ts'
import { isPushService } from './push-services.ts'
import { sendPush } from './send-push.ts'
import { readVapid, type Vapid } from './vapid.ts'

const FIRST_RETRY_MS = 15_000
const LONGEST_RETRY_MS = 60 * 60_000
/** The push service keeps a message for a device that is off. */
const KEPT_S = 24 * 60 * 60
const POLL_MS = 2_000

const URGENCIES = { security: 'high', money: 'normal', account: 'normal', promotion: 'low' } as const

interface SenderOptions {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>
  readonly clock: Clock
  readonly config: Pick<Config, 'mailFrom' | 'pushServices'>
  readonly logger: Logger
}

/**
 * Several processes share the work.
 * @returns a function that stops it after the pushes in progress
 */
export function startPushSender(options: SenderOptions & { readonly clock: CheckedClock }) {
  const { clock, logger } = options
  const turn = async () => {
    try {
      if (await clock.isRight()) await sendDuePushes(options)
    } catch (error) {
      logger.warn({ err: error }, 'notifications wait: the database failed')
    }
    return POLL_MS
  }
  return repeat(turn, { firstMs: POLL_MS }).stop
}

/**
 * Once, unless the process dies before it has noted that the push service took one: then a second one follows, which
 * replaces the first on the device.
 */
export async function sendDuePushes(options: SenderOptions): Promise<void> {
  for (;;) {
    const due = await claimPushes(options.db, options.clock())
    if (due.length === 0) return
    const vapid = await readVapid(options.db, options.secrets)
    await Promise.all(due.map((push) => deliver(options, vapid, push)))
    if (due.length < BATCH) return
  }
}

async function deliver(options: SenderOptions, vapid: Vapid, push: DuePush): Promise<void> {
  const { db, clock, config, logger } = options
  const { account_id: player, message_id: id, tries, give_up_at } = push
  const device = await readDevice(db, push, clock())
  if (device === undefined) return removePush(db, push)
  const isUsable =
    device.server_key === vapid.publicKey && isPushService(device.endpoint, config.pushServices)
  if (!device.isLoggedIn || !isUsable) return forgetDevice(db, push, device.endpoint)
  const { success, output: content } = v.safeParse(MessageContentSchema, {
    kind: device.kind,
    ...device.data,
  })
  if (!success || device.read_at !== null) return removePush(db, push)

  const verdict = await judgePush(db, { player, content, quietHours: device.quiet_hours, now: clock() })
  if (verdict === 'never') return removePush(db, push)
  if (verdict !== 'now') return postponePush(db, push, { from: verdict.from, tries: 0 })

  const { unread } = await readSummary(db, player)
  const { endpoint, p256dh, auth, origin, locale } = device
  const payload = pushPayload({ id, content, locale, origin, unread })
  const now = clock()
  const outcome = await sendPush(endpoint, encryptPush({ p256dh, auth }, Buffer.from(payload)), {
    authorization: vapid.authorize(endpoint, contactOf(config.mailFrom), now),
    ttl: String(Math.max(0, Math.min(KEPT_S, Math.floor((give_up_at.getTime() - now) / 1_000)))),
    urgency: URGENCIES[pushRuleOf(content).group],
    // One that the device has not fetched yet is replaced.
    topic: `message-${id}`,
  })
  if (outcome === 'sent') return removePush(db, push)
  if (outcome === 'gone') return forgetDevice(db, push, endpoint)
  const { status, retryAfterMs } = outcome
  const wait = Math.max(Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS), retryAfterMs)
  const retryAt = clock() + wait
  const isRefused = status !== null && status < 500 && status !== 429
  const givesUp = isRefused || retryAt >= give_up_at.getTime()
  logger.warn({ push: { service: new URL(endpoint).host, status, tries }, givesUp }, 'notification not sent')
  if (givesUp) return removePush(db, push)
  await postponePush(db, push, { from: retryAt, tries })
}

/** Push services write to it when something is wrong. */
const contactOf = (mailFrom: string) => `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
