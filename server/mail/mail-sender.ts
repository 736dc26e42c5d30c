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
/** Longer than any delivery can take: after it the process that claimed the mail counts as dead. */
const LEASE_MS = 2 * 60_000
const FIRST_RETRY_MS = 15_000
const LONGEST_RETRY_MS = 60 * 60_000

const POLL_MS = 5_000
/** Retries, because the announcement may come before the commit of its transaction. */
const WOKEN_MS = [50, 200, 1_000]
/** Time for mails in progress when the server stops; unfinished ones are sent again later. */
const STOP_MS = 5_000

interface SenderOptions {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'decrypt'>
  readonly clock: Clock
  readonly transport: MailTransport
  readonly logger: Logger
}

export interface MailSender {
  wake(): void
  stop(): Promise<void>
}

/** Several processes share the work. */
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
  // Detached from the request that wakes it: that request may be aborted.
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

/** At least once: a mail leaves the queue after the mail server has accepted it. */
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

/** The mails become due again when the lease ends. */
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

function isRefused(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  return command === 'RCPT TO' && responseCode >= 500
}

/** Only codes: messages of a mail server repeat the recipient. */
function reasonOf(error: unknown): { code?: string; responseCode?: number } {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return { ...(code !== undefined && { code }), ...(responseCode !== undefined && { responseCode }) }
}
