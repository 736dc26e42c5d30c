import * as v from 'valibot'
import { askChain } from '#api/chain-rpc.ts'
import { listCoins } from '#contract/coins.ts'
import { getConfig } from '#contract/config.ts'
import { listWalletAssets } from '#contract/wallet-deposits.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { api } from '#session/api.ts'

export interface PracticeCoin {
  readonly symbol: string
  /** In lower case; null for the chain's own coin. */
  readonly contract: string | null
  readonly decimals: number
}

export interface PracticeChain {
  readonly id: number
  readonly name: string
  readonly coins: readonly PracticeCoin[]
}

/** `balanceOf(address)` */
const BALANCE_CALL = '0x70a08231'

const QuantitySchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((text) => BigInt(text)),
)
const HashSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/))

let known: Promise<readonly PracticeChain[]> | undefined

/** A failure is not cached: the next call asks again. */
export function practiceChains(): Promise<readonly PracticeChain[]> {
  known ??= readChains().catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}

async function readChains(): Promise<readonly PracticeChain[]> {
  const [{ chains }, assets, coins] = await Promise.all([
    api.call(getConfig),
    api.call(listWalletAssets),
    api.call(listCoins),
  ])
  return chains.flatMap(({ id, name }) => {
    const here = assets.filter((asset) => asset.isPractice && asset.chainId === id)
    const coinsHere = here.flatMap(({ coin, contract }): PracticeCoin[] => {
      const found = coins.find((each) => each.id === coin)
      if (!found) return []
      const { symbol, chainDecimals: decimals } = found
      return [{ symbol, contract, decimals }]
    })
    return here.length > 0 ? [{ id, name, coins: coinsHere }] : []
  })
}

/** Balances as decimals in the order of the coins; null if the chain does not answer. */
export async function readHoldings(
  chainId: number,
  address: string,
  coins: readonly PracticeCoin[],
): Promise<readonly (bigint | null)[]> {
  const owner = address.slice(2).toLowerCase().padStart(64, '0')
  const calls = coins.map(({ contract }) =>
    contract === null
      ? { method: 'eth_getBalance', params: [address, 'latest'] }
      : { method: 'eth_call', params: [{ to: contract, data: BALANCE_CALL + owner }, 'latest'] },
  )
  const answers = await askChain(chainId, calls, AbortSignal.timeout(5_000))
  return answers.map((answer) => (v.is(QuantitySchema, answer) ? BigInt(answer) : null))
}

export const amountText = (units: bigint, { decimals }: PracticeCoin) =>
  formatDecimal({ units, scale: decimals })

/** Nonce of the next transaction. @throws if the chain does not answer */
export async function nextNonce(chainId: number, address: string): Promise<number> {
  const call = { method: 'eth_getTransactionCount', params: [address, 'pending'] }
  const [count] = await askChain(chainId, [call], AbortSignal.timeout(5_000))
  return Number(v.parse(QuantitySchema, count))
}

/** Resolves to the transaction's hash; null if the chain refuses it. */
export async function sendSigned(chainId: number, raw: string): Promise<string | null> {
  const call = { method: 'eth_sendRawTransaction', params: [raw] }
  const [hash] = await askChain(chainId, [call], AbortSignal.timeout(5_000))
  return v.is(HashSchema, hash) ? hash : null
}
