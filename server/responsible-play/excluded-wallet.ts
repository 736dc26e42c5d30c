import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'

// `way` comes from `wayOf` in server/identity/wallet-owners.ts.

export const walletHash = (secrets: Secrets, way: string) => secrets.hash('excluded-wallet', way)

/** Never shortens an earlier exclusion. */
export async function excludeWallet(db: Database, secrets: Secrets, way: string, until: Date): Promise<void> {
  await db
    .insertInto('excluded_wallet')
    .values({ address_hash: walletHash(secrets, way), until })
    .onConflict((conflict) =>
      conflict.column('address_hash').doUpdateSet({ until }).where('excluded_wallet.until', '<', until),
    )
    .execute()
}

/** True even after the account of the wallet was closed. */
export async function isExcludedWallet(
  db: Database,
  secrets: Secrets,
  ways: readonly string[],
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('excluded_wallet')
    .select('until')
    .where(
      'address_hash',
      'in',
      ways.map((way) => walletHash(secrets, way)),
    )
    .where('until', '>', new Date(now))
    .executeTakeFirst()
  return row !== undefined
}
