import type { Secrets } from '#server/accounts/secrets.ts'
import type { Database } from '#server/db/tables.ts'

export const walletHash = (secrets: Secrets, address: string) => secrets.hash('excluded-wallet', address)

/** Keeps a wallet from opening an account until then, or longer where that is already so. */
export async function excludeWallet(
  db: Database,
  secrets: Secrets,
  address: string,
  until: Date,
): Promise<void> {
  await db
    .insertInto('excluded_wallet')
    .values({ address_hash: walletHash(secrets, address), until })
    .onConflict((conflict) =>
      conflict.column('address_hash').doUpdateSet({ until }).where('excluded_wallet.until', '<', until),
    )
    .execute()
}

/** Whether the player of this wallet may open no account, whatever became of the one he had. */
export async function isExcludedWallet(
  db: Database,
  secrets: Secrets,
  address: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('excluded_wallet')
    .select('until')
    .where('address_hash', '=', walletHash(secrets, address))
    .where('until', '>', new Date(now))
    .executeTakeFirst()
  return row !== undefined
}
