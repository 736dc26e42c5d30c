import { tronAddress, isTronAddress } from '#server/chains/tron-address.ts'
import type { TronNetwork } from '#server/chains/tron-network.ts'
import type { Database } from '#server/db/tables.ts'
import { ApiFailure } from '#server/http/api-failure.ts'

/** Nobody has the key of it; senders that mean "nowhere" name it. */
const NOWHERE = tronAddress(new Uint8Array(20))

/**
 * Refuses addresses where the money would be lost, or would never leave the house.
 * @throws ApiFailure `withdrawal_address_wrong`, `withdrawal_address_ours`
 */
export async function checkAddress(db: Database, network: TronNetwork, address: string): Promise<void> {
  if (!isTronAddress(address) || address === NOWHERE || address === network.usdtContract) {
    throw new ApiFailure('withdrawal_address_wrong', 'This is no address of a person on TRON')
  }
  const ours = await db
    .selectFrom('deposit_address')
    .select('address')
    .where('address', '=', address)
    .unionAll(db.selectFrom('signer').select('address').where('address', '=', address))
    .limit(1)
    .executeTakeFirst()
  if (ours) throw new ApiFailure('withdrawal_address_ours', 'This address belongs to Koi itself')
}
