import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import { makeDirectory } from '#server/db/make-directory.ts'
import type { Logger } from '#server/base/logger.ts'
import type { ComposedMail } from './compose-mail.ts'

export interface Delivery extends ComposedMail {
  readonly id: string
  readonly kind: string
  readonly to: string
  readonly queuedAt: Date
}

export interface MailTransport {
  send(mail: Delivery): Promise<void>
  close(): void
}

/** SMTP if configured, else files in the outbox. */
export function createMailTransport(
  { smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  logger: Logger,
): MailTransport {
  return smtpUrl === null
    ? createOutbox(join(dataDir, 'outbox'), mailFrom, logger)
    : createSmtp(smtpUrl, mailFrom)
}

function createSmtp(url: string, from: string): MailTransport {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    pool: true,
    // Together they stay below the lease, after which another process would send the mail again.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail) => void (await transport.sendMail(messageOf(mail, from))),
    close: () => transport.close(),
  }
}

/** Files that only their owner can read. The log names the file, never its contents. */
function createOutbox(dir: string, from: string, logger: Logger): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, from))
      const stamp = mail.queuedAt.toISOString().replace(/\D/g, '').slice(0, 14)
      const file = join(dir, `${stamp}-${mail.id}-${mail.kind}.eml`)
      makeDirectory(dir)
      writeFileSync(file, message as Buffer, { mode: 0o600 })
      logger.info({ file }, 'mail written')
    },
    close: () => composer.close(),
  }
}

function messageOf({ to, subject, text, html, locale, queuedAt }: Delivery, from: string) {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: queuedAt,
    // Readable for a person who opens the file.
    textEncoding: 'quoted-printable' as const,
    headers: { 'Content-Language': locale, 'Auto-Submitted': 'auto-generated' },
  }
}
