import type { ConfiguredChain } from './chain-config.ts'
import { fromDecimal, isExactly } from '#server/coins/units.ts'
import type { KoiFile } from './koi-file.ts'
import { fileError } from './read-koi-file.ts'
import type { EvmDepositConfig } from './evm-config.ts'
import type { TronConfig } from './tron-config.ts'

/** A coin that can be withdrawn on one chain. Amounts are in the smallest unit of the ledger. */
export interface WithdrawalOption {
  readonly coin: string
  readonly chain: string
  readonly addresses: 'tron' | 'evm'
  readonly isPractice: boolean
  readonly decimals: number
  /** Deducted from the amount. */
  readonly fee: bigint
  /** Includes the fee. */
  readonly minimum: bigint
}

const USDT_DECIMALS = 6

/** Fee and minimum on practice chains without configured coins. */
const PRACTICE_TERMS: Readonly<Record<string, readonly [fee: string, minimum: string]>> = {
  'eth-ethereum': ['0.0005', '0.002'],
}
const PRACTICE_STABLE = ['1', '5'] as const

interface Surroundings {
  readonly tron: TronConfig
  readonly chains: readonly ConfiguredChain[]
  readonly evm: readonly EvmDepositConfig[]
}

/**
 * USDT on TRON first, then coins with a fee. On a practice chain without configured coins all can be withdrawn.
 * @throws StartupError for a coin with a fee on a chain without deposits
 */
export function withdrawalOptionsOf(
  file: KoiFile,
  { tron, chains, evm }: Surroundings,
): readonly WithdrawalOption[] {
  const { fee = '1', minimum = '5' } = file.tron ?? {}
  const onTron = optionOf(
    { coin: 'usdt-tron', chain: tron.network.chain, addresses: 'tron', isPractice: tron.grid === null },
    USDT_DECIMALS,
    amountOf(fee, USDT_DECIMALS, 'tron.fee'),
    amountOf(minimum, USDT_DECIMALS, 'tron.minimum'),
  )
  const onEvm = chains.flatMap(({ chain, path, entry }): WithdrawalOption[] => {
    const config = evm.find(({ chainId }) => chainId === chain.id)
    const isPractice = config?.nodeUrl === null
    const terms =
      entry.coins ?? (isPractice ? config.tokens.map(({ coin }) => ({ coin, ...practiceTerms(coin) })) : [])
    return terms.flatMap(({ coin, fee, minimum }, at): WithdrawalOption[] => {
      const place = `${path}.coins[${at}]`
      if ((fee === undefined) !== (minimum === undefined)) {
        throw fileError(`${place}: has one of fee and minimum, and needs both or neither`)
      }
      if (fee === undefined || minimum === undefined) return []
      const token = config?.tokens.find((each) => each.coin === coin)
      if (!config || !token) {
        throw fileError(`${place}.fee: needs ${path}.recipient: what does not come in does not go out`)
      }
      const { ledgerDecimals } = token
      return [
        optionOf(
          { coin, chain: config.chain, addresses: 'evm', isPractice },
          ledgerDecimals,
          amountOf(fee, ledgerDecimals, `${place}.fee`),
          amountOf(minimum, ledgerDecimals, `${place}.minimum`),
        ),
      ]
    })
  })
  return [onTron, ...onEvm]
}

function practiceTerms(coin: string): { fee: string; minimum: string } {
  const [fee, minimum] = PRACTICE_TERMS[coin] ?? PRACTICE_STABLE
  return { fee, minimum }
}

/** @throws StartupError for too many decimals */
export function amountOf(text: string, decimals: number, path: string): bigint {
  const amount = fromDecimal(text, decimals)
  if (!isExactly(text, amount, decimals)) throw fileError(`${path}: must have ${decimals} decimals at most`)
  return amount
}

/** Raises a minimum below the fee so that one unit is left. */
const optionOf = (
  where: Pick<WithdrawalOption, 'coin' | 'chain' | 'addresses' | 'isPractice'>,
  decimals: number,
  fee: bigint,
  minimum: bigint,
): WithdrawalOption => ({ ...where, decimals, fee, minimum: minimum > fee ? minimum : fee + 1n })
