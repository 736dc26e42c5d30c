import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { askChain } from '#api/chain-rpc.ts'

export interface BalanceAsked {
  readonly chainId: number
  readonly holder: string
  /** Contract of a token; null for the chain's own coin. */
  readonly contract: string | null
}

/** `balanceOf(address)` */
const BALANCE_CALL = '0x70a08231'
const ADDRESS_WORD = 64

const QuantitySchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,64}$/))

/** Null if the answer is not a number. */
export const quantityOf = (answer: unknown): bigint | null =>
  v.is(QuantitySchema, answer) ? BigInt(answer) : null

export const WALLET_BALANCE_KEY = 'wallet-balance'

/** A wallet's current balance on the chain, in the coin's smallest unit; null if the chain does not tell. */
export const walletBalanceQuery = (asked: BalanceAsked) =>
  queryOptions({
    queryKey: [WALLET_BALANCE_KEY, asked],
    queryFn: async ({ signal }) => {
      const { chainId, holder, contract } = asked
      const data = BALANCE_CALL + holder.replace(/^0x/, '').padStart(ADDRESS_WORD, '0')
      const [held] = await askChain(
        chainId,
        [
          contract === null
            ? { method: 'eth_getBalance', params: [holder, 'latest'] }
            : { method: 'eth_call', params: [{ to: contract, data }, 'latest'] },
        ],
        signal,
      )
      return quantityOf(held)
    },
    staleTime: 15_000,
    retry: 1,
  })
