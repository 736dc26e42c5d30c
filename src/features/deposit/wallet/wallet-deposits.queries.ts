import { queryOptions } from '@tanstack/react-query'
import { askChain } from '#api/chain-rpc.ts'
import { listWalletAssets, listWalletDeposits } from '#contract/wallet-deposits.ts'
import { apiQuery } from '#queries/api-query.ts'
import { quantityOf } from '#queries/wallet-balance.queries.ts'

export const walletAssetsQuery = apiQuery(listWalletAssets, { persist: 'public', staleTime: 5 * 60_000 })

/** The player's newest deposits from wallets. */
export const walletDepositsQuery = apiQuery(listWalletDeposits, { staleTime: 2_000 })

/** The current network fee of a transfer. */
export const transferFeeQuery = (asked: FeeAsked) =>
  queryOptions({
    queryKey: ['transfer-fee', asked],
    queryFn: ({ signal }) => readFee(asked, signal),
    staleTime: 15_000,
    retry: 1,
  })

interface FeeAsked {
  readonly chainId: number
  readonly from: string
  /** Koi's address. */
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
 * Maximum network fee in the smallest unit of the chain's own coin; null if it cannot be estimated.
 * @throws Error if the chain does not answer
 */
async function readFee(
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
