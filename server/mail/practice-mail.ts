import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'
import { PRACTICE_MAILS, type PracticeMail } from '#contract/practice.ts'
import type { Clock } from '#server/base/clock.ts'
import type { MailKind } from '#server/db/mail-kind.ts'
import { sha256, type Secrets } from '#server/identity/secrets.ts'
import type { Config } from '#server/config/config.ts'
import type { Tables } from '#server/db/tables.ts'
import type { ComposedMail } from './compose-mail.ts'

type Db = Kysely<Tables> | Transaction<Tables>

const PURPOSE = 'practice-mail'
const KEPT_MS = 7 * 24 * 60 * 60_000

/** Only where mail is not sent and no real money is at stake. */
export const showsPracticeMail = ({ mode, smtpUrl }: Pick<Config, 'mode' | 'smtpUrl'>) =>
  mode === 'practice' && smtpUrl === null

/** Readers besides the browsers of the account with the mail's address. */
export interface PracticeReaders {
  readonly uid?: number
  /** The browser that requested the mail: only for mails that reveal nothing about an account. */
  readonly browser?: string | undefined
}

const SealedSchema = v.object({
  kind: v.string(),
  subject: v.string(),
  text: v.string(),
  code: v.nullable(v.string()),
})

interface KeptMail {
  readonly to: string | null
  readonly mail: ComposedMail & { readonly kind: MailKind; readonly code: string | null }
  readonly shownTo: PracticeReaders | undefined
}

export async function keepPracticeMail(
  { secrets, clock }: { readonly secrets: Pick<Secrets, 'encrypt'>; readonly clock: Clock },
  trx: Db,
  { to, mail: { kind, subject, text, code }, shownTo: { uid, browser } = {} }: KeptMail,
): Promise<void> {
  const owner = await trx.selectFrom('account').select('id').where('email', '=', to).executeTakeFirst()
  await trx
    .insertInto('practice_mail')
    .values({
      account_id: uid ?? owner?.id ?? null,
      browser_hash: browser === undefined ? null : sha256(browser),
      recipient: to,
      sealed: secrets.encrypt(PURPOSE, Buffer.from(JSON.stringify({ kind, subject, text, code }))),
      sent_at: new Date(clock()),
    })
    .execute()
}

/** Mails to accounts that this browser has logged in to, and mails it requested; newest first. */
export async function listPracticeMail(
  { db, secrets }: { readonly db: Db; readonly secrets: Pick<Secrets, 'decrypt'> },
  browser: string,
): Promise<PracticeMail[]> {
  const hash = sha256(browser)
  const rows = await db
    .selectFrom('practice_mail')
    .select(['id', 'recipient', 'sealed', 'sent_at'])
    .where('recipient', 'is not', null)
    .where((where) =>
      where.or([
        where('browser_hash', '=', hash),
        where('account_id', 'in', (eb) =>
          eb.selectFrom('practice_browser').select('account_id').where('browser_hash', '=', hash),
        ),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(PRACTICE_MAILS)
    .execute()
  return rows.map(({ id, recipient, sealed, sent_at }) => ({
    ...v.parse(SealedSchema, JSON.parse(secrets.decrypt(PURPOSE, sealed).toString())),
    id,
    to: recipient ?? '',
    sentAt: sent_at.toISOString(),
  }))
}

export async function deleteOldPracticeMail(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('practice_mail')
    .where('sent_at', '<=', new Date(now - KEPT_MS))
    .execute()
}
