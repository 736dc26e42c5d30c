import { sql } from 'kysely'
import * as v from 'valibot'
import { MessageContentSchema, type MessageContent } from '#contract/messages.ts'
import type { Clock } from '#server/base/clock.ts'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import type { Logger } from '#server/base/logger.ts'
import { repeat } from '#server/base/repeat.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { IDLE_MS } from '#server/identity/sessions.ts'
import { bucketOf, BUCKETS } from '#server/ledger/bucket.ts'
import { readSummary } from '#server/messages/messages.queries.ts'
import { readConsents } from '#server/messages/promotion-consents.ts'
import { readPlayPermission } from '#server/responsible-play/play-permission.ts'
import { encryptPush } from './encrypt-push.ts'
import { pushPayload } from './push-payload.ts'
import { pushRuleOf } from './push-rules.ts'
import { isPushService } from './push-services.ts'
import { endOfQuietHours } from './quiet-hours.ts'
import { readVapid, type Vapid } from './vapid.ts'

const BATCH = 20
const BOUNDS = { timeoutMs: 10_000, maxBytes: 16 * 1024 }
/** Longer than any delivery can take: after it the process that claimed the push counts as dead. */
const LEASE_MS = 60_000
const FIRST_RETRY_MS = 15_000
const LONGEST_RETRY_MS = 60 * 60_000
/** The push service keeps a message for a device that is off. */
const KEPT_S = 24 * 60 * 60
const POLL_MS = 2_000

const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, bucket) => bucket)

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
    const due = await claim(options)
    if (due.length === 0) return
    const vapid = await readVapid(options.db, options.secrets)
    await Promise.all(due.map((push) => deliver(options, vapid, push)))
    if (due.length < BATCH) return
  }
}

type Claimed = Awaited<ReturnType<typeof claim>>[number]

/** The pushes become due again when the lease ends. */
async function claim({ db, clock }: SenderOptions) {
  const now = clock()
  return db
    .updateTable('push')
    .set((eb) => ({ tries: eb('tries', '+', 1), next_try_at: new Date(now + LEASE_MS) }))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('bucket', 'account_id', 'message_id', 'session_id'),
        'in',
        selectFrom('push')
          .select(['bucket', 'account_id', 'message_id', 'session_id'])
          .where('bucket', '=', sql<number>`any(${ALL_BUCKETS}::smallint[])`)
          .where('next_try_at', '<=', new Date(now))
          .orderBy('next_try_at')
          .limit(BATCH)
          .forUpdate()
          .skipLocked()
          .$asTuple('bucket', 'account_id', 'message_id', 'session_id'),
      ),
    )
    .returning(['bucket', 'account_id', 'message_id', 'session_id', 'give_up_at', 'tries'])
    .execute()
}

async function deliver(options: SenderOptions, vapid: Vapid, push: Claimed): Promise<void> {
  const { db, clock, config, logger } = options
  const { account_id: player, message_id: id, tries, give_up_at } = push
  const device = await readDevice(db, push, clock())
  if (device === undefined) return remove(db, push)
  const isUsable = device.server_key === vapid.publicKey && isPushService(device.endpoint, config.pushServices)
  if (!device.isLoggedIn || !isUsable) return forget(db, push)
  const { success, output: content } = v.safeParse(MessageContentSchema, {
    kind: device.kind,
    ...device.data,
  })
  if (!success || device.read_at !== null) return remove(db, push)

  const verdict = await judge(db, { player, content, quietHours: device.quiet_hours, now: clock() })
  if (verdict === 'never') return remove(db, push)
  if (verdict !== 'now') return postpone(db, push, verdict.from)

  const { unread } = await readSummary(db, player)
  const { endpoint, p256dh, auth, origin, locale } = device
  const payload = pushPayload({ id, content, locale, origin, unread })
  const now = clock()
  const outcome = await send(endpoint, encryptPush({ p256dh, auth }, Buffer.from(payload)), {
    authorization: vapid.authorize(endpoint, contactOf(config.mailFrom), now),
    ttl: String(Math.max(0, Math.min(KEPT_S, Math.floor((give_up_at.getTime() - now) / 1_000)))),
    urgency: URGENCIES[pushRuleOf(content).group],
    // One that the device has not fetched yet is replaced.
    topic: `message-${id}`,
  })
  if (outcome === 'sent') return remove(db, push)
  if (outcome === 'gone') return forget(db, push)
  const { status, retryAfterMs } = outcome
  const wait = Math.max(Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS), retryAfterMs)
  const retryAt = clock() + wait
  const isRefused = status !== null && status < 500 && status !== 429
  const givesUp = isRefused || retryAt >= give_up_at.getTime()
  logger.warn({ push: { service: new URL(endpoint).host, status, tries }, givesUp }, 'notification not sent')
  if (givesUp) return remove(db, push)
  await update(db, push)
    .set({ next_try_at: new Date(retryAt) })
    .execute()
}

const URGENCIES = { security: 'high', money: 'normal', account: 'normal', promotion: 'low' } as const

function readDevice(db: Database, push: Claimed, now: number) {
  return db
    .selectFrom('push_subscription as device')
    .innerJoin('message', (join) =>
      join
        .onRef('message.bucket', '=', 'device.bucket')
        .onRef('message.account_id', '=', 'device.account_id')
        .on('message.id', '=', push.message_id),
    )
    .innerJoin('account', 'account.id', 'device.account_id')
    .select(['device.endpoint', 'device.p256dh', 'device.auth', 'device.server_key'])
    .select(['device.origin', 'device.locale'])
    .select(['message.kind', 'message.data', 'message.read_at', 'account.quiet_hours'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('session')
          .select('session.id')
          .whereRef('session.id', '=', 'device.session_id')
          .where('session.expires_at', '>', new Date(now))
          .where('session.last_used_at', '>', new Date(now - IDLE_MS)),
      ).as('isLoggedIn'),
    )
    .where('device.bucket', '=', bucketOf(push.account_id))
    .where('device.account_id', '=', push.account_id)
    .where('device.session_id', '=', push.session_id)
    .executeTakeFirst()
}

interface Judged {
  readonly player: number
  readonly content: MessageContent
  readonly quietHours: Parameters<typeof endOfQuietHours>[0] | null
  readonly now: number
}

async function judge(
  db: Database,
  { player, content, quietHours, now }: Judged,
): Promise<'now' | 'never' | { readonly from: number }> {
  const rule = pushRuleOf(content)
  if (rule.group === 'security') return 'now'
  if (rule.group === 'promotion' && !(await readConsents(db, player))[rule.topic].push) return 'never'
  if (rule.group !== 'money') {
    const { refusal } = await readPlayPermission(db, player, now)
    if (refusal !== null) return 'never'
  }
  const from = quietHours && endOfQuietHours(quietHours, now)
  return from === null ? 'now' : { from }
}

type Outcome = 'sent' | 'gone' | { readonly status: number | null; readonly retryAfterMs: number }

async function send(
  endpoint: string,
  body: Buffer<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome> {
  try {
    const { status, headers: answer } = await fetchBounded(endpoint, BOUNDS, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream', 'content-encoding': 'aes128gcm' },
      body,
    })
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    return { status, retryAfterMs: retryAfterOf(answer.get('retry-after')) }
  } catch {
    return { status: null, retryAfterMs: 0 }
  }
}

/** Seconds or a date; a push service may ask for a day at most. */
function retryAfterOf(text: string | null): number {
  if (text === null) return 0
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), KEPT_S * 1_000) : 0
}

/** Push services write to it when something is wrong. */
const contactOf = (mailFrom: string) => `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`

const postpone = async (db: Database, push: Claimed, from: number) =>
  void (await update(db, push)
    .set({ next_try_at: new Date(from), tries: 0 })
    .execute())

/** Only if this process still holds it. */
const update = (db: Database, { bucket, account_id, message_id, session_id, tries }: Claimed) =>
  db
    .updateTable('push')
    .where('bucket', '=', bucket)
    .where('account_id', '=', account_id)
    .where('message_id', '=', message_id)
    .where('session_id', '=', session_id)
    .where('tries', '=', tries)

async function remove(
  db: Database,
  { bucket, account_id, message_id, session_id }: Claimed,
): Promise<void> {
  await db
    .deleteFrom('push')
    .where('bucket', '=', bucket)
    .where('account_id', '=', account_id)
    .where('message_id', '=', message_id)
    .where('session_id', '=', session_id)
    .execute()
}

/** With all that is queued for the device. */
async function forget(db: Database, { bucket, account_id, session_id }: Claimed): Promise<void> {
  for (const table of ['push', 'push_subscription'] as const) {
    await db
      .deleteFrom(table)
      .where('bucket', '=', bucket)
      .where('account_id', '=', account_id)
      .where('session_id', '=', session_id)
      .execute()
  }
}
