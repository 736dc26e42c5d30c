import { isSameAddress } from '#contract/same-address.ts'
import { Refusal } from '#server/base/refusal.ts'
import { parseAddress, type ChainAddress } from '#server/chains/address.ts'
import { tronAddress } from '#server/chains/tron-address.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import type { WithdrawalOption } from '#server/config/withdrawal-config.ts'
import { isHouseAddress } from './house-addresses.ts'

/** Nobody has the key of these; senders that mean "nowhere" name them. */
const NOWHERE = { tron: tronAddress(new Uint8Array(20)), evm: `0x${'0'.repeat(40)}` }

interface Asked {
  readonly address: string
  /** What the chain's addresses look like. */
  readonly addresses: WithdrawalOption['addresses']
}

/**
 * Refuses addresses where the money would be lost, or would never leave the house.
 * @returns the address as it is kept: one of an EVM chain with its checksum
 * @throws Refusal `withdrawal_address_wrong`, `withdrawal_address_ours`
 */
export async function checkAddress(
  db: Database,
  { tron, evm }: Pick<Config, 'tron' | 'evm'>,
  { address: given, addresses }: Asked,
): Promise<ChainAddress> {
  const address = parseAddress(given, addresses)
  const contracts = [
    tron.network.usdtContract,
    ...evm.flatMap(({ tokens }) => tokens.map((each) => each.contract)),
  ]
  const isSame = (other: string | null) => address !== null && isSameAddress(address, other)
  if (address === null || address === NOWHERE[addresses] || contracts.some(isSame)) {
    throw new Refusal('withdrawal_address_wrong', 'This is no address of a person on that chain')
  }
  if (evm.some(({ recipient }) => isSame(recipient)) || (await isHouseAddress(db, address))) {
    throw new Refusal('withdrawal_address_ours', 'This address belongs to Koi itself')
  }
  return address
}
