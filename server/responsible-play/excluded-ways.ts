import { sql } from 'kysely'
import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'
import { wayOfRow } from '#server/identity/wallet-owners.ts'
import { excludeEmail } from './excluded-email.ts'
import { excludeWallet } from './excluded-wallet.ts'
import { accountsOfPlayer } from './player-ways.ts'

/** Applies to present and former mailboxes and wallets of the player. */
export async function excludeWays(
  db: Database,
  secrets: Secrets,
  uid: number,
  email: string | null,
  until: Date,
): Promise<void> {
  if (email !== null) await excludeEmail(db, secrets, email, until)
  const wallets = await db.selectFrom('wallet').selectAll().where('account_id', '=', uid).execute()
  for (const wallet of wallets) await excludeWallet(db, secrets, wayOfRow(wallet), until)
  const uids = await accountsOfPlayer(db, uid)
  for (const { kind, table, column } of TABLES) {
    await sql`
      insert into ${sql.table(table)} (${sql.ref(column)}, until)
      select distinct way_hash, ${until}::timestamptz
      from player_way
      where kind = ${kind} and account_id in (${sql.join(uids)})
      on conflict (${sql.ref(column)}) do update
        set until = excluded.until
        where ${sql.table(table)}.until < excluded.until`.execute(db)
  }
}

const TABLES = [
  { kind: 'email', table: 'excluded_email', column: 'email_hash' },
  { kind: 'wallet', table: 'excluded_wallet', column: 'address_hash' },
] as const
