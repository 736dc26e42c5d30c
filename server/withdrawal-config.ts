import * as v from 'valibot'
import { ledgerDecimalsOf } from '#server/coins/coins.seed.ts'
import { fromDecimal } from '#server/coins/units.ts'
import { isEachOnce, namesIn, optional, pairOf } from './environment.ts'
import type { EvmDepositConfig } from './evm-config.ts'
import { StartupError } from './base/startup-error.ts'
import type { TronConfig } from './tron-config.ts'

/** A coin that can be withdrawn on one chain. Amounts are in the smallest unit that the ledger keeps. */
export interface WithdrawalOption {
  readonly coin: string
  /** As the ledger names it. */
  readonly chain: string
  /** What the chain's addresses look like. */
  readonly addresses: 'tron' | 'evm'
  readonly isPractice: boolean
  readonly decimals: number
  /** Taken out of the amount. */
  readonly fee: bigint
  /** Smallest amount, the fee included. */
  readonly minimum: bigint
}

const DECIMALS = 6
const USDT = 'must be an amount of USDT such as 1 or 2.5'
const COINS =
  'must be coins with fee and smallest amount such as usdt-ethereum=4/10+eth-ethereum=0.002/0.01, with a comma between the two chains; either may be empty'
const AMOUNT = String.raw`(?:0|[1-9]\d{0,8})(?:\.\d{1,8})?`
const ONE_COIN = `[a-z0-9]+-[a-z0-9]+=${AMOUNT}/${AMOUNT}`

/** An amount of USDT in its smallest unit. */
export const UsdtSchema = v.pipe(
  v.string(),
  v.regex(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/, USDT),
  v.transform((text) => fromDecimal(text, DECIMALS)),
)

export const WITHDRAWAL_ENVIRONMENT = {
  WITHDRAWAL_FEE_USDT: optional(UsdtSchema),
  WITHDRAWAL_MINIMUM_USDT: optional(UsdtSchema),
  WITHDRAWAL_EVM_COINS: optional(
    v.pipe(
      pairOf(new RegExp(`^${ONE_COIN}(?:\\+${ONE_COIN})*$`), COINS),
      v.check((parts) => parts.every((part) => isEachOnce(namesIn(part))), 'names a coin twice on one chain'),
    ),
  ),
}
type WithdrawalEnvironment = v.InferOutput<v.ObjectSchema<typeof WITHDRAWAL_ENVIRONMENT, undefined>>

/** Of practice chains, fee and smallest amount. */
const PRACTICE_TERMS: Readonly<Record<string, string>> = { 'eth-ethereum': '0.0005/0.002' }
const PRACTICE_STABLE = '1/5'

interface Surroundings {
  readonly tron: TronConfig
  /** The two wallet chains, in order. */
  readonly chains: readonly { readonly id: number; readonly name: string }[]
  readonly evm: readonly EvmDepositConfig[]
}

/**
 * What can be withdrawn and on which chain, USDT on TRON first. A real wallet chain is open when its coins are
 * named; a practice chain is open unless its part is left empty.
 * @throws StartupError for a coin on a chain that has none such
 */
export function withdrawalOptionsOf(
  set: WithdrawalEnvironment,
  { tron, chains, evm }: Surroundings,
): readonly WithdrawalOption[] {
  const named = set.WITHDRAWAL_EVM_COINS
  const onTron = optionOf(
    { coin: 'usdt-tron', chain: tron.network.chain, addresses: 'tron', isPractice: tron.grid === null },
    DECIMALS,
    set.WITHDRAWAL_FEE_USDT ?? 1_000_000n,
    set.WITHDRAWAL_MINIMUM_USDT ?? 5_000_000n,
  )
  const onEvm = chains.flatMap(({ id, name }, at): WithdrawalOption[] => {
    const config = evm.find(({ chainId }) => chainId === id)
    const isPractice = config?.nodeUrl === null
    const terms = named ? named[at] : isPractice ? practiceTerms(config) : null
    if (!terms) return []
    if (!config) {
      throw new StartupError(
        `WITHDRAWAL_EVM_COINS names coins on ${name}, for which KOI_DEPOSIT_ADDRESSES has no address: set one, or leave the coins empty.`,
      )
    }
    return terms.split('+').map((each) => {
      const [coin = '', amounts = ''] = each.split('=')
      const token = config.tokens.find((known) => known.coin === coin)
      if (!token) {
        throw new StartupError(
          `WITHDRAWAL_EVM_COINS names ${coin}, which KOI_DEPOSIT_TOKENS does not have on ${name}.`,
        )
      }
      const decimals = ledgerDecimalsOf(coin)
      const [fee = '', minimum = ''] = amounts.split('/')
      return optionOf(
        { coin, chain: config.chain, addresses: 'evm', isPractice },
        decimals,
        fromDecimal(fee, decimals),
        fromDecimal(minimum, decimals),
      )
    })
  })
  return [onTron, ...onEvm]
}

const practiceTerms = ({ tokens }: EvmDepositConfig) =>
  tokens.map(({ coin }) => `${coin}=${PRACTICE_TERMS[coin] ?? PRACTICE_STABLE}`).join('+')

/** A minimum that the fee would eat up is raised to what leaves one unit. */
const optionOf = (
  where: Pick<WithdrawalOption, 'coin' | 'chain' | 'addresses' | 'isPractice'>,
  decimals: number,
  fee: bigint,
  minimum: bigint,
): WithdrawalOption => ({ ...where, decimals, fee, minimum: minimum > fee ? minimum : fee + 1n })
