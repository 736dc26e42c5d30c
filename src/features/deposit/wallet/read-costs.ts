import * as v from 'valibot'
import { askChain } from '#api/chain-rpc.ts'

export interface CostsAsked {
  readonly chainId: number
  readonly from: string
  /** Address of the house. */
  readonly recipient: string
  /** Null for the chain's own coin. */
  readonly contract: string | null
  /** In the token's smallest unit, hexadecimal with `0x`. */
  readonly amount: string
}

export interface TransferCosts {
  /** What the wallet holds of the coin, in its smallest unit; null when the chain does not say. */
  readonly balance: bigint | null
  /** Most that the network asks, in the smallest unit of its own coin; null when it cannot be estimated. */
  readonly fee: bigint | null
}

/** `transfer(address,uint256)` and `balanceOf(address)` */
const TRANSFER_CALL = '0xa9059cbb'
const BALANCE_CALL = '0x70a08231'

const QuantitySchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,64}$/))
const wordOf = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')

/** @throws Error when the chain cannot be asked at all */
export async function readCosts(
  { chainId, from, recipient, contract, amount }: CostsAsked,
  signal: AbortSignal,
): Promise<TransferCosts> {
  const transaction =
    contract === null
      ? { from, to: recipient, value: amount }
      : { from, to: contract, data: TRANSFER_CALL + wordOf(recipient) + wordOf(amount) }
  const [gas, price, held] = await askChain(
    chainId,
    [
      { method: 'eth_estimateGas', params: [transaction] },
      { method: 'eth_gasPrice', params: [] },
      contract === null
        ? { method: 'eth_getBalance', params: [from, 'latest'] }
        : { method: 'eth_call', params: [{ to: contract, data: BALANCE_CALL + wordOf(from) }, 'latest'] },
    ],
    signal,
  )
  const [units, perUnit] = [quantityOf(gas), quantityOf(price)]
  return { balance: quantityOf(held), fee: units === null || perUnit === null ? null : units * perUnit }
}

const quantityOf = (answer: unknown): bigint | null => (v.is(QuantitySchema, answer) ? BigInt(answer) : null)
