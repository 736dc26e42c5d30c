import { isEvmAddress, withChecksum } from '#contract/evm-checksum.ts'
import { Refusal } from '#server/base/refusal.ts'
import { tronAddress, isTronAddress } from '#server/chains/tron-address.ts'
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
): Promise<string> {
  const address = addresses === 'evm' && isEvmAddress(given) ? withChecksum(given) : given
  const isSame = (other: string | null) => other?.toLowerCase() === address.toLowerCase()
  const contracts = [
    tron.network.usdtContract,
    ...evm.flatMap(({ tokens }) => tokens.map((each) => each.contract)),
  ]
  const isForm = addresses === 'evm' ? isEvmAddress(address) : isTronAddress(address)
  if (!isForm || address === NOWHERE[addresses] || contracts.some(isSame)) {
    throw new Refusal('withdrawal_address_wrong', 'This is no address of a person on that chain')
  }
  if (evm.some(({ recipient }) => isSame(recipient)) || (await isHouseAddress(db, address))) {
    throw new Refusal('withdrawal_address_ours', 'This address belongs to Koi itself')
  }
  return address
}
