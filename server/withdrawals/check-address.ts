import { parseEvmAddress, withChecksum } from '#contract/evm-checksum.ts'
import { isSameAddress } from '#contract/same-address.ts'
import type { ShownEvmAddress, TronAddress } from '#contract/values.ts'
import { Refusal } from '#server/base/refusal.ts'
import { isTronAddress, tronAddress } from '#server/chains/tron-address.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import type { WithdrawalOption } from '#server/config/withdrawal-config.ts'
import { isHouseAddress } from './house-addresses.ts'

/** Zero addresses: nobody has their keys. */
const ZERO = { tron: tronAddress(new Uint8Array(20)), evm: `0x${'0'.repeat(40)}` }

type ChainAddress = ShownEvmAddress | TronAddress

interface Asked {
  readonly address: string
  readonly addresses: WithdrawalOption['addresses']
}

/**
 * Refuses addresses where the money would be lost or would stay with the house.
 * @returns the address in its stored form, an EVM address with its checksum
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
  if (address === null || address === ZERO[addresses] || contracts.some(isSame)) {
    throw new Refusal('withdrawal_address_wrong', 'This is no address of a person on that chain')
  }
  if (evm.some(({ recipient }) => isSame(recipient)) || (await isHouseAddress(db, address))) {
    throw new Refusal('withdrawal_address_ours', 'This address belongs to Koi itself')
  }
  return address
}

function parseAddress(text: string, kind: Asked['addresses']): ChainAddress | null {
  if (kind === 'tron') return isTronAddress(text) ? text : null
  const address = parseEvmAddress(text)
  return address && withChecksum(address)
}
