import { withChecksum } from '#contract/evm-checksum.ts'
import type { EvmAddress } from '#contract/values.ts'
import { tronAddress, tronAddressBytes } from '#server/chains/tron-address.ts'
import type { Database } from '#server/db/tables.ts'

/** The same key has an address on each kind of chain. */
function formsOf(address: string): string[] {
  const bytes = address.startsWith('0x') ? Buffer.from(address.slice(2), 'hex') : tronAddressBytes(address)
  if (!bytes) return [address]
  return [tronAddress(bytes), withChecksum(`0x${Buffer.from(bytes).toString('hex')}` as EvmAddress)]
}

/** Permanently records addresses of the house, so that no withdrawal goes to them. */
export async function rememberHouseAddresses(
  db: Database,
  addresses: readonly string[],
  now: number,
): Promise<void> {
  if (addresses.length === 0) return
  await db
    .insertInto('house_address')
    .values(
      [...new Set(addresses.flatMap(formsOf))].map((address) => ({ address, first_seen_at: new Date(now) })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** True for current and former hot wallets, recipients of wallet deposits, and deposit addresses of players. */
export async function isHouseAddress(db: Database, address: string): Promise<boolean> {
  const forms = formsOf(address)
  const known = await db
    .selectFrom('deposit_address')
    .select('address')
    .where('address', 'in', forms)
    .unionAll(db.selectFrom('house_address').select('address').where('address', 'in', forms))
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}
