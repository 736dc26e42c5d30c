import type { Secrets } from '#server/accounts/secrets.ts'
import type { Database } from '#server/db/tables.ts'

const hashOf = (secrets: Secrets, email: string) => secrets.hash('excluded-email', email)

/** Keeps an address from opening an account until then, or longer where that is already so. */
export async function excludeEmail(
  db: Database,
  secrets: Secrets,
  email: string,
  until: Date,
): Promise<void> {
  await db
    .insertInto('excluded_email')
    .values({ email_hash: hashOf(secrets, email), until })
    .onConflict((conflict) =>
      conflict.column('email_hash').doUpdateSet({ until }).where('excluded_email.until', '<', until),
    )
    .execute()
}

/** Whether the player of this address has excluded himself, whatever became of that account. */
export async function isExcludedEmail(
  db: Database,
  secrets: Secrets,
  email: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('excluded_email')
    .select('until')
    .where('email_hash', '=', hashOf(secrets, email))
    .where('until', '>', new Date(now))
    .executeTakeFirst()
  return row !== undefined
}
