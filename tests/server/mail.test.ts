import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/localized.ts'
import type { MailKind } from '#server/db/mail-kind.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { createRateLimits } from '#server/identity/rate-limits.ts'
import { readConfig } from '#server/config/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { answerCall } from '#server/db/call-scope.ts'
import { guardedDialect } from '#server/db/guarded-dialect.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import type { Tables } from '#server/db/tables.ts'
import { createLogger } from '#server/base/logger.ts'
import { composeMail, MAIL_COLORS } from '#server/mail/compose-mail.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { sendDueMail, startMailSender, type MailSender } from '#server/mail/mail-sender.ts'
import { createMailTransport, type MailTransport } from '#server/mail/mail-transport.ts'
import type { MailValues } from '#server/mail/mail-values.ts'
import { checkedClock } from '../support/checked-clock.ts'
import { openPGlite } from '../support/pglite.ts'
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts'

const EXAMPLES: { readonly [Kind in MailKind]: MailValues[Kind] } = {
  'register-code': { code: '012345' },
  'register-known': {},
  'reset-code': { code: '012345' },
  welcome: {},
  'new-login': { at: new Date('2026-06-01T12:00:00Z'), device: 'Chrome · Android', address: '203.0.113.5' },
  'password-changed': {},
  'password-reset': {},
  'change-code': { code: '012345' },
  'change-taken': {},
  'change-asked': { newEmail: 'k•••@example.test' },
  'email-changed': {
    newEmail: 'k•••@example.test',
    uid: 100_001,
    heldUntil: new Date('2026-06-02T12:00:00Z'),
  },
  'totp-on': {},
  'totp-off': {},
  'recovery-code-used': { left: 1 },
  'recovery-codes-renewed': {},
  'passkey-added': { name: '<b>"Phone" & co</b>' },
  'passkey-removed': { name: 'Phone', heldUntil: new Date('2026-06-02T12:00:00Z') },
  'wrong-codes': { device: 'Chrome · Android', address: '203.0.113.5' },
  'wallet-linked': { address: `0x${'ab'.repeat(20)}`, logsIn: false },
  'wallet-unlinked': { address: `0x${'ab'.repeat(20)}` },
  'time-out': { until: new Date('2026-06-02T12:00:00Z') },
  'self-exclusion': { until: new Date('2026-12-01T12:00:00Z') },
  'withdrawal-asked': {
    amount: '12.5',
    symbol: 'USDT',
    network: 'TRON',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  },
  'withdrawal-address-added': { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  'whitelist-on': { at: new Date('2026-06-02T12:00:00Z') },
  'whitelist-ends': { at: new Date('2026-06-02T12:00:00Z') },
  'account-closed': {},
  'sessions-ended': {},
  news: { title: 'Pond Reels 锦鲤池', text: 'Pond Reels is there.' },
}
const KINDS = Object.keys(EXAMPLES) as MailKind[]

describe('texts of mails', () => {
  it.each(LOCALES.flatMap((locale) => KINDS.map((kind) => [locale, kind] as const)))(
    '%s: %s',
    (locale, kind) => {
      const { subject, text, html } = composeMail(locale, kind, EXAMPLES[kind])
      expect(subject.length).toBeGreaterThan(4)
      expect(subject).not.toMatch(/[\r\n]/)
      expect(text + html).not.toMatch(/undefined|null|\[object|NaN/)
      expect(html).toContain(`<html lang="${locale}">`)
      expect(html).toContain('<meta name="color-scheme" content="light dark">')
      // No external content and no links.
      expect(html).not.toMatch(/<(?:img|a|script|table|link)\b|https?:|url\(/)
      expect(html.match(/<p|<\/p>/g)?.length).toBe(2 * (html.match(/<p/g)?.length ?? 0))
      if (locale === 'zh-CN') expect(subject).toMatch(/\p{Script=Han}/u)
      if (kind.endsWith('-code')) {
        expect(subject).toMatch(/^012345 /)
        expect(text).toMatch(/^ {4}012345$/m)
        expect(html).toContain('<p class="code">012345</p>')
      }
    },
  )

  it('escape text written by a player', () => {
    const { html, text } = composeMail('en-US', 'passkey-added', EXAMPLES['passkey-added'])
    expect(html).toContain('&lt;b&gt;&quot;Phone&quot; &amp; co&lt;/b&gt;')
    expect(text).toContain('<b>"Phone" & co</b>')
  })

  it('use the colours of the product', () => {
    const css = readFileSync(join(import.meta.dirname, '../../src/ui/tokens.css'), 'utf8')
    const { light, dark, brand } = MAIL_COLORS
    for (const color of [...Object.values(light), ...Object.values(dark), brand]) {
      expect(css).toContain(color)
    }
  })
})

describe('a mail', () => {
  let lite: PGlite
  let db: Kysely<Tables>
  let services: AccountServices
  let dir: string
  let now = Date.parse('2026-06-01T12:00:00Z')
  let lines: string[] = []
  const clock = () => now
  const logger = createLogger('trace', { write: (line) => void lines.push(line) })
  const mail = { to: 'player@example.test', locale: 'zh-CN', kind: 'reset-code' } as const
  const queue = (code = '012345', to: string | null = mail.to) =>
    queueMail(services, db, { ...mail, to, values: { code } })
  const queued = () => db.selectFrom('mail').select(['tries', 'next_try_at']).execute()
  const optionsOf = (transport: MailTransport) => ({
    db,
    secrets: services.secrets,
    clock: checkedClock(clock),
    transport,
    logger,
  })

  beforeAll(async () => {
    lite = await openPGlite()
    db = new Kysely<Tables>({ dialect: guardedDialect(pgliteDialect(lite), { hasLocks: false }) })
    await migrate(db)
    const secrets = await openSecrets(db, null)
    const config = readConfig({})
    services = { db, secrets, limits: createRateLimits(db, clock), clock, config, announceMail: () => {} }
  })
  afterAll(() => db.destroy())
  beforeEach(async () => {
    lines = []
    dir = mkdtempSync(join(tmpdir(), 'koi-mail-'))
    await db.deleteFrom('mail').execute()
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  describe('to the outbox', () => {
    it('is a file that only its owner can read, and the log has its name but not its content', async () => {
      const transport = createMailTransport(readConfig({ DATA_DIR: dir }), logger)
      expect(existsSync(join(dir, 'outbox'))).toBe(false)
      await queue()
      await sendDueMail(optionsOf(transport))
      const [name = '', ...others] = readdirSync(join(dir, 'outbox'))
      expect(others).toEqual([])
      expect(name).toMatch(/^20260601120000-\d+-reset-code\.eml$/)
      const file = join(dir, 'outbox', name)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const text = readFileSync(file, 'utf8')
      expect(text).toMatch(/^From: Koi <no-reply@koi\.invalid>$/m)
      expect(text).toMatch(/^To: player@example\.test$/m)
      expect(text).toMatch(/^Content-Language: zh-CN$/m)
      expect(text).toMatch(/^ {4}012345$/m)
      expect(text).toMatch(/Content-Type: text\/html/)
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', msg: 'mail written', file })
      expect(lines.join('')).not.toMatch(/012345|player@/)
      expect(await queued()).toEqual([])
    })

    it('is not sent to an account without address', async () => {
      const transport = createMailTransport(readConfig({ DATA_DIR: dir }), logger)
      await queue('012345', null)
      await sendDueMail(optionsOf(transport))
      expect(existsSync(join(dir, 'outbox'))).toBe(false)
      expect(await queued()).toEqual([])
    })
  })

  describe('by SMTP', () => {
    let smtp: TestSmtpServer
    let transport: MailTransport
    beforeEach(async () => {
      smtp = await startSmtpServer()
      const config = readConfig({ SMTP_URL: smtp.url, MAIL_FROM: 'Koi <no-reply@koi.example>' })
      transport = createMailTransport(config, logger)
    })
    afterEach(async () => {
      transport.close()
      await smtp.stop()
    })

    it('arrives once, as text and as HTML', async () => {
      for (let n = 0; n < 12; n++) await queue(String(n).padStart(6, '0'))
      await Promise.all([sendDueMail(optionsOf(transport)), sendDueMail(optionsOf(transport))])
      expect(smtp.mails).toHaveLength(12)
      const codes = smtp.mails.map(({ message }) => /^ {4}(\d{6})$/m.exec(message)?.[1])
      expect(new Set(codes).size).toBe(12)
      expect(smtp.mails[0]).toMatchObject({ from: 'no-reply@koi.example', to: mail.to })
      expect(smtp.mails[0]?.message).toMatch(/multipart\/alternative/)
      expect(smtp.mails[0]?.message).toMatch(/^Auto-Submitted: auto-generated$/m)
      expect(await queued()).toEqual([])
    })

    it('is retried with growing pauses, until its code expires', async () => {
      smtp.refuseWith('450 4.2.1 try later')
      await queue()
      const waits: number[] = []
      for (let rows = await queued(); rows.length > 0; rows = await queued()) {
        await sendDueMail(optionsOf(transport))
        const next = (await queued())[0]?.next_try_at.getTime()
        if (next === undefined) break
        waits.push((next - now) / 1000)
        now = next
      }
      expect(waits).toEqual([15, 30, 60, 120, 240])
      expect(smtp.mails).toEqual([])
      expect(lines).toHaveLength(6)
      expect(lines.at(-1)).toContain('"givesUp":true')
      expect(lines.join('')).not.toMatch(/012345|player@|hunter2/)
    })

    it('is kept for two days when it holds no code', async () => {
      smtp.refuseWith('450 4.2.1 try later')
      await queueMail(services, db, { ...mail, kind: 'welcome', values: {} })
      const start = now
      for (let n = 0; n < 100 && (await queued()).length > 0; n++) {
        await sendDueMail(optionsOf(transport))
        now = (await queued())[0]?.next_try_at.getTime() ?? now
      }
      expect(now - start).toBeGreaterThan(46 * 60 * 60_000)
      expect(now - start).toBeLessThan(48 * 60 * 60_000)
    })

    it('arrives once the mail server is back', async () => {
      smtp.refuseWith('450 4.2.1 try later')
      await queue()
      await sendDueMail(optionsOf(transport))
      smtp.refuseWith(null)
      await sendDueMail(optionsOf(transport))
      expect(smtp.mails).toEqual([])
      now += 15_000
      await sendDueMail(optionsOf(transport))
      expect(smtp.mails).toHaveLength(1)
    })

    it('is given up at once when the recipient does not exist', async () => {
      smtp.refuseWith('550 5.1.1 no such user')
      await queue()
      await sendDueMail(optionsOf(transport))
      expect(await queued()).toEqual([])
      expect(lines.join('')).not.toContain('player@')
    })

    it('is sent by another process when the first one dies', async () => {
      await queue()
      const dead: MailTransport = { send: () => new Promise(() => {}), close: () => {} }
      void sendDueMail(optionsOf(dead))
      await expect.poll(async () => (await queued())[0]?.tries).toBe(1)
      await sendDueMail(optionsOf(transport))
      expect(smtp.mails).toEqual([])
      now += 2 * 60_000
      await sendDueMail(optionsOf(transport))
      expect(smtp.mails).toHaveLength(1)
    })

    it('is sent in the background as soon as it is announced', async () => {
      const sender: MailSender = startMailSender(optionsOf(transport))
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await queue()
      // The call is aborted at once, and the mail must still be sent.
      const tooLate = () => new Error('too late')
      const waking = answerCall(
        async () => {
          sender.wake()
          await new Promise((resolve) => setTimeout(resolve, 20))
        },
        { timeoutMs: 1, tooLate, couldNotBeDone: () => false },
      )
      await expect(waking.answer).rejects.toThrow('too late')
      await expect.poll(() => smtp.mails.length, { timeout: 1_000 }).toBe(1)
      await sender.stop()
      await queue()
      sender.wake()
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(smtp.mails).toHaveLength(1)
    })
  })
})
