import type { Insertable } from 'kysely'
import { inLocale, type Locale, type Localized } from '#contract/localized.ts'
import type { MailKind } from '#server/db/mail-kind.ts'
import type { AccountServices } from '#server/identity/services.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { composeMail, type ComposedMail } from './compose-mail.ts'
import type { MailValues } from './mail-values.ts'
import { keepPracticeMail, showsPracticeMail, type PracticeReaders } from './practice-mail.ts'

const MINUTE_MS = 60_000
const GIVE_UP_MS = 2 * 24 * 60 * MINUTE_MS
/** A code that arrives too late is useless. */
const GIVE_UP_CODE_MS = 10 * MINUTE_MS

export const MAIL_PURPOSE = 'mail'

export interface QueuedMail<Kind extends MailKind> {
  /** Null for an unknown address: the mail is queued at the same cost, and not sent. */
  readonly to: string | null
  readonly locale: Locale
  readonly kind: Kind
  readonly values: MailValues[Kind]
  readonly shownTo?: PracticeReaders
}

/**
 * Call it in the transaction that causes the mail: both happen or neither. Values are encrypted, so that the database
 * never has codes in clear.
 */
export async function queueMail<Kind extends MailKind>(
  services: Pick<AccountServices, 'secrets' | 'clock' | 'config' | 'announceMail'>,
  trx: Database,
  { to, locale, kind, values, shownTo }: QueuedMail<Kind>,
): Promise<void> {
  const { secrets, clock, announceMail } = services
  const mail = composeMail(locale, kind, values)
  const givesUpAfter = 'code' in values ? GIVE_UP_CODE_MS : GIVE_UP_MS
  await trx
    .insertInto('mail')
    .values(mailRow(secrets, { to, kind, mail, now: clock(), givesUpAfter }))
    .execute()
  if (showsPracticeMail(services.config)) {
    const code = 'code' in values ? values.code : null
    await keepPracticeMail(services, trx, { to, mail: { ...mail, kind, code }, shownTo })
  }
  announceMail()
}

interface Composed {
  readonly to: string | null
  readonly kind: MailKind
  readonly mail: ComposedMail
  readonly now: number
  readonly givesUpAfter: number
}

function mailRow(
  secrets: Pick<Secrets, 'encrypt'>,
  { to, kind, mail, now, givesUpAfter }: Composed,
): Insertable<Tables['mail']> {
  return {
    recipient: to,
    kind,
    sealed: secrets.encrypt(MAIL_PURPOSE, Buffer.from(JSON.stringify(mail))),
    queued_at: new Date(now),
    next_try_at: new Date(now),
    give_up_at: new Date(now + givesUpAfter),
  }
}

interface NewsReader {
  readonly email: string
  readonly locale: Locale
}

const AT_ONCE = 500

/** The same news to many, in the transaction that tells it. The sender finds the mails at its next look. */
export async function queueNews(
  trx: Database,
  secrets: Pick<Secrets, 'encrypt'>,
  readers: readonly NewsReader[],
  { title, text, now }: { readonly title: Localized; readonly text: Localized; readonly now: number },
): Promise<void> {
  for (let from = 0; from < readers.length; from += AT_ONCE) {
    const rows = readers.slice(from, from + AT_ONCE).map(({ email, locale }) => {
      const values = { title: inLocale(title, locale), text: inLocale(text, locale) }
      const mail = composeMail(locale, 'news', values)
      return mailRow(secrets, { to: email, kind: 'news', mail, now, givesUpAfter: GIVE_UP_MS })
    })
    await trx.insertInto('mail').values(rows).execute()
  }
}
