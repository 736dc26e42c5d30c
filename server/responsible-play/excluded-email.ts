import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'

/** Of the mailbox, so that each of its names has the same. */
export const mailboxHash = (secrets: Secrets, email: string) =>
  secrets.hash('excluded-email', mailboxOf(email))

/** Of one mailbox: Google takes both for the same, and dots in the name for nothing. */
const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox an address ends up in: `kai+2@koi.example` is one more name of `kai@koi.example`. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const name = email.slice(0, at).replace(/(.)\+.*$/, '$1')
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** Keeps a mailbox from opening an account until then, or longer where that is already so. */
export async function excludeEmail(
  db: Database,
  secrets: Secrets,
  email: string,
  until: Date,
): Promise<void> {
  await db
    .insertInto('excluded_email')
    .values({ email_hash: mailboxHash(secrets, email), until })
    .onConflict((conflict) =>
      conflict.column('email_hash').doUpdateSet({ until }).where('excluded_email.until', '<', until),
    )
    .execute()
}

/** Whether the player of this mailbox may open no account, whatever became of the one he had. */
export async function isExcludedEmail(
  db: Database,
  secrets: Secrets,
  email: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('excluded_email')
    .select('until')
    .where('email_hash', '=', mailboxHash(secrets, email))
    .where('until', '>', new Date(now))
    .executeTakeFirst()
  return row !== undefined
}
