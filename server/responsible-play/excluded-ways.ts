import type { Secrets } from '#server/accounts/secrets.ts'
import type { Database } from '#server/db/tables.ts'
import { wayOfRow } from '#server/wallets/wallet-owners.ts'
import { excludeEmail } from './excluded-email.ts'
import { excludeWallet } from './excluded-wallet.ts'

/** Keeps the address and all wallets of an account from opening another one until then. */
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
}
