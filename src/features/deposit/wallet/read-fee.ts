import { askChain } from '#api/chain-rpc.ts'
import { quantityOf } from '#queries/wallet-balance.queries.ts'

export interface FeeAsked {
  readonly chainId: number
  readonly from: string
  /** Address of the house. */
  readonly recipient: string
  /** Null for the chain's own coin. */
  readonly contract: string | null
  /** In the token's smallest unit, hexadecimal with `0x`. */
  readonly amount: string
}

/** `transfer(address,uint256)` */
const TRANSFER_CALL = '0xa9059cbb'

const wordOf = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')

/**
 * Most that the network asks for a transfer, in the smallest unit of its own coin; null when it cannot be estimated.
 * @throws Error when the chain cannot be asked at all
 */
export async function readFee(
  { chainId, from, recipient, contract, amount }: FeeAsked,
  signal: AbortSignal,
): Promise<bigint | null> {
  const transaction =
    contract === null
      ? { from, to: recipient, value: amount }
      : { from, to: contract, data: TRANSFER_CALL + wordOf(recipient) + wordOf(amount) }
  const [gas, price] = await askChain(
    chainId,
    [
      { method: 'eth_estimateGas', params: [transaction] },
      { method: 'eth_gasPrice', params: [] },
    ],
    signal,
  )
  const [units, perUnit] = [quantityOf(gas), quantityOf(price)]
  return units === null || perUnit === null ? null : units * perUnit
}
