import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'

/** Hash of the mailbox: equal for all its addresses. */
export const mailboxHash = (secrets: Secrets, email: string) =>
  secrets.hash('excluded-email', mailboxOf(email))

/** Google treats both domains as one mailbox, and ignores dots in the name. */
const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** `kai+2@koi.example` is another address of the mailbox `kai@koi.example`. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const name = email.slice(0, at).replace(/(.)\+.*$/, '$1')
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** Never shortens an earlier exclusion. */
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

/** True even after the account of the mailbox was closed. */
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
