import { AsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/base/clock.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { ComposedMail } from './compose-mail.ts'
import { MAIL_PURPOSE } from './mail-queue.ts'
import type { MailTransport } from './mail-transport.ts'

const BATCH = 5
/** Longer than any try can take: after it the process that took a mail is held to have died. */
const LEASE_MS = 2 * 60_000
const FIRST_RETRY_MS = 15_000
const LONGEST_RETRY_MS = 60 * 60_000

const POLL_MS = 5_000
/** Whoever announces a mail may still be in the transaction that queues it. */
const WOKEN_MS = [50, 200, 1_000]
/** Mail on its way gets this long to arrive when the server stops; what does not goes out again later. */
const STOP_MS = 5_000

interface SenderOptions {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'decrypt'>
  readonly clock: Clock
  readonly transport: MailTransport
  readonly logger: Logger
}

export interface MailSender {
  /** Mail was queued: look soon. */
  wake(): void
  /** Resolves when what is under way has been sent, or has taken too long. */
  stop(): Promise<void>
}

/** Sends queued mail in the background until it is stopped. Several processes share the work. */
export function startMailSender(options: SenderOptions & { readonly clock: CheckedClock }): MailSender {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isStopped = false
  let looks = [...WOKEN_MS]

  const schedule = () => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(run, looks.shift() ?? POLL_MS)
  }
  const send = async () => {
    if (await options.clock.isRight()) await sendDueMail(options, () => isStopped)
  }
  // Woken by a call, it is none of that call's work, which may be given up.
  const run = AsyncResource.bind(() => {
    running = send()
      .catch((error: unknown) => options.logger.warn({ err: error }, 'mail waits: the database failed'))
      .finally(() => {
        running = null
        schedule()
      })
  })
  schedule()

  return {
    wake() {
      looks = [...WOKEN_MS]
      if (!running) schedule()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.race([running, sleep(STOP_MS, undefined, { ref: false })])
      options.transport.close()
    },
  }
}

/** Sends all mail that is due. A mail goes out at least once: it leaves the queue after it was handed over. */
export async function sendDueMail(
  options: SenderOptions,
  isStopped: () => boolean = () => false,
): Promise<void> {
  while (!isStopped()) {
    const due = await claim(options)
    await Promise.all(due.map((mail) => deliver(options, mail)))
    if (due.length < BATCH) return
  }
}

type Claimed = Awaited<ReturnType<typeof claim>>[number]

/** Takes mail for this process; it is due again for all of them when the lease is over. */
async function claim({ db, clock }: SenderOptions) {
  const now = clock()
  return db
    .updateTable('mail')
    .set((eb) => ({ tries: eb('tries', '+', 1), next_try_at: new Date(now + LEASE_MS) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mail')
        .select('id')
        .where('next_try_at', '<=', new Date(now))
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'recipient', 'kind', 'sealed', 'queued_at', 'give_up_at', 'tries'])
    .execute()
}

async function deliver(options: SenderOptions, mail: Claimed): Promise<void> {
  const { db, secrets, clock, transport, logger } = options
  const remove = () => db.deleteFrom('mail').where('id', '=', mail.id).execute()
  // What an unknown address does not get.
  if (mail.recipient === null) return void (await remove())
  const { id, kind, tries } = mail
  try {
    const composed = JSON.parse(secrets.decrypt(MAIL_PURPOSE, mail.sealed).toString()) as ComposedMail
    await transport.send({ ...composed, id, kind, to: mail.recipient, queuedAt: mail.queued_at })
  } catch (error) {
    const retryAt = clock() + Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS)
    const givesUp = isRefused(error) || retryAt >= mail.give_up_at.getTime()
    logger.warn({ mail: { id, kind, tries }, ...reasonOf(error), givesUp }, 'mail not sent')
    if (givesUp) await remove()
    else
      await db
        .updateTable('mail')
        .set({ next_try_at: new Date(retryAt) })
        .where('id', '=', id)
        .execute()
    return
  }
  await remove()
}

/** The mail server says for good that it knows no such recipient. */
function isRefused(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  return command === 'RCPT TO' && responseCode >= 500
}

/** Only codes: the words of a mail server repeat the recipient. */
function reasonOf(error: unknown): { code?: string; responseCode?: number } {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return { ...(code !== undefined && { code }), ...(responseCode !== undefined && { responseCode }) }
}
