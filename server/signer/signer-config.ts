import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { CHAIN_ENVIRONMENT, chainsOf } from '#server/chain-config.ts'
import { describeProblems, readConfig, type Config } from '#server/config.ts'
import { COINS, ledgerDecimalsOf } from '#server/coins/coins.seed.ts'
import { fromDecimal } from '#server/coins/units.ts'
import { isEachOnce, namesIn, optional } from '#server/environment.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'
import { EVM_ENVIRONMENT, evmConfigOf } from '#server/evm-config.ts'
import type { Logger } from '#server/base/logger.ts'
import { parsePrice } from '#server/rates/convert-at.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { TRON_ENVIRONMENT, tronConfigOf } from '#server/tron-config.ts'
import { WALLET_ENVIRONMENT, walletConfigOf } from '#server/wallet-config.ts'
import { UsdtSchema, WITHDRAWAL_ENVIRONMENT, withdrawalOptionsOf } from '#server/withdrawal-config.ts'
import type { CoinRules, SignerLimits } from './signer-context.ts'
import { parseSignerKey, practiceSignerKey, type SignerKey } from './signer-key.ts'

export interface SignerConfig extends Pick<
  Config,
  'mode' | 'dataDir' | 'databaseUrl' | 'logLevel' | 'secretKey' | 'tron' | 'evm'
> {
  readonly limits: SignerLimits
  readonly coinRules: CoinRules
  /** Most that one transfer may burn, in the smallest unit of TRX. */
  readonly feeLimit: number
  /** Most that a unit of gas may cost on EVM chains, in wei. */
  readonly maxGasPrice: bigint
  /** Reads the key, or makes the one of practice money. @throws StartupError */
  readonly openKey: () => SignerKey
}

const USDT = 1_000_000n
const DEFAULT_REVIEW = 5_000n * USDT
const DEFAULT_PER_DAY = 20_000n * USDT
/** A transfer to an address without USDT needs the most energy. */
const DEFAULT_FEE_LIMIT_TRX = 100
const SUN = 1_000_000
const DEFAULT_MAX_GAS_GWEI = 100
const GWEI = 1_000_000_000n

/** Made to be worth a dollar. */
const STABLE = ['usdt-ethereum', 'usdc-ethereum', 'usdb-blast']
const DOLLAR = parsePrice('1') ?? 0n

const FLOORS = 'must be coins and their least prices in US dollars such as eth-ethereum=1500'
const COIN_LIMITS =
  'must be coins, each with the amount that a person looks at first and the most that leaves in a day, such as eth-ethereum=2/10'
const AMOUNT = String.raw`(?:0|[1-9]\d{0,8})(?:\.\d{1,8})?`
const ONE = '[a-z0-9]+-[a-z0-9]+'

const eachOnce = (form: string, message: string) => {
  const list = new RegExp(`^${ONE}=${form}(?:\\+${ONE}=${form})*$`)
  return optional(
    v.pipe(
      v.string(),
      v.regex(list, message),
      v.check((text) => isEachOnce(namesIn(text)), 'names a coin twice'),
      v.check((text) => namesIn(text).every(isCoin), 'names a coin that Koi does not know'),
    ),
  )
}

const GAS = 'must be a whole number of gwei from 1 to 10000'
const TRX = 'must be a whole number of TRX from 1 to 1000'

const EnvironmentSchema = v.object({
  KOI_MODE: optional(v.picklist(['practice', 'live'], 'must be practice or live')),
  ...TRON_ENVIRONMENT,
  ...CHAIN_ENVIRONMENT,
  KOI_RPC_URLS: WALLET_ENVIRONMENT.KOI_RPC_URLS,
  ...EVM_ENVIRONMENT,
  ...WITHDRAWAL_ENVIRONMENT,
  SIGNER_KEY: optional(v.string()),
  SIGNER_KEY_FILE: optional(v.string()),
  SIGNER_REVIEW_USDT: optional(UsdtSchema),
  SIGNER_DAY_LIMIT_USDT: optional(UsdtSchema),
  SIGNER_FLOORS_USD: eachOnce(`(?=[\\d.]*[1-9])${AMOUNT}`, FLOORS),
  SIGNER_COIN_LIMITS: eachOnce(`${AMOUNT}/${AMOUNT}`, COIN_LIMITS),
  SIGNER_FEE_LIMIT_TRX: optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/, TRX), v.transform(Number), v.maxValue(1_000, TRX)),
  ),
  SIGNER_MAX_GAS_GWEI: optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/, GAS), v.transform(Number), v.maxValue(10_000, GAS)),
  ),
})

/**
 * Reads what the signer needs from the environment; of what only the server needs it asks for nothing.
 * @throws StartupError in one sentence, in which no value is repeated
 */
export function readSignerConfig(env: Record<string, string | undefined>): SignerConfig {
  const parsed = v.safeParse(EnvironmentSchema, env)
  if (!parsed.success) throw new StartupError(`Bad configuration: ${describeProblems(parsed.issues)}.`)
  const set = parsed.output
  if (set.SIGNER_KEY && set.SIGNER_KEY_FILE) {
    throw new StartupError('SIGNER_KEY and SIGNER_KEY_FILE are both set: set one of them.')
  }
  const mode = set.KOI_MODE ?? 'practice'
  const { DATA_DIR, DATABASE_URL, LOG_LEVEL, KOI_SECRET_KEY, TRONGRID_API_KEY } = env
  // The server's own reading of these; practice mode needs nothing else.
  const { dataDir, databaseUrl, logLevel, secretKey } = readConfig({
    ...{ DATA_DIR, DATABASE_URL, LOG_LEVEL, KOI_SECRET_KEY },
  })
  if (mode === 'live') {
    const missing = [
      ...(databaseUrl === null ? ['DATABASE_URL'] : []),
      ...(set.SIGNER_KEY || set.SIGNER_KEY_FILE ? [] : ['SIGNER_KEY_FILE (or SIGNER_KEY)']),
      ...(secretKey ? [] : ['KOI_SECRET_KEY']),
      ...(TRONGRID_API_KEY ? [] : ['TRONGRID_API_KEY']),
    ]
    if (missing.length > 0) throw new StartupError(`The signer needs ${missing.join(' and ')} in live mode.`)
  }
  const tron = tronConfigOf(set, mode)
  const chains = chainsOf(set, mode)
  const { nodeUrls } = walletConfigOf(set, chains)
  const evm = evmConfigOf(set, { mode, chains, nodeUrls, practiceBlockMs: tron.practiceBlockMs })
  // What the server would offer has to be what this process can pay.
  withdrawalOptionsOf(set, { tron, chains, evm })
  return {
    ...{ mode, dataDir, databaseUrl, logLevel, secretKey, tron, evm },
    limits: limitsOf(set),
    coinRules: coinRulesOf(set, mode),
    feeLimit: (set.SIGNER_FEE_LIMIT_TRX ?? DEFAULT_FEE_LIMIT_TRX) * SUN,
    maxGasPrice: BigInt(set.SIGNER_MAX_GAS_GWEI ?? DEFAULT_MAX_GAS_GWEI) * GWEI,
    openKey() {
      if (set.SIGNER_KEY) return parseSignerKey(set.SIGNER_KEY)
      if (set.SIGNER_KEY_FILE) return parseSignerKey(readKeyFile(set.SIGNER_KEY_FILE))
      return practiceSignerKey(dataDir)
    },
  }
}

function limitsOf(set: v.InferOutput<typeof EnvironmentSchema>): SignerLimits {
  return {
    reviewFrom: set.SIGNER_REVIEW_USDT ?? DEFAULT_REVIEW,
    perDay: set.SIGNER_DAY_LIMIT_USDT ?? DEFAULT_PER_DAY,
  }
}

function coinRulesOf(
  { SIGNER_FLOORS_USD, SIGNER_COIN_LIMITS }: v.InferOutput<typeof EnvironmentSchema>,
  mode: 'practice' | 'live',
): CoinRules {
  const pairs = (text = '') =>
    text
      .split('+')
      .filter((each) => each !== '')
      .map((each) => each.split('=') as [string, string])
  const limits = pairs(SIGNER_COIN_LIMITS).map(([coin, amounts]): [string, SignerLimits] => {
    const [reviewFrom = 0n, perDay = 0n] = amounts
      .split('/')
      .map((amount) => fromDecimal(amount, ledgerDecimalsOf(coin)))
    return [coin, { reviewFrom, perDay }]
  })
  const floors = pairs(SIGNER_FLOORS_USD).map(([coin, price]): [string, bigint] => [
    coin,
    parsePrice(price) ?? 0n,
  ])
  return {
    floors: new Map([...STABLE.map((coin): [string, bigint] => [coin, DOLLAR]), ...floors]),
    limits: new Map(limits),
    mustKnow: mode === 'live',
  }
}

/** Whether the signer knows of a coin by itself what it is worth, or how much of it may leave. */
export const isKnownCoin = ({ floors, limits }: CoinRules, coin: string): boolean =>
  coin === PAID_COIN || floors.has(coin) || limits.has(coin)

/** Names, once, the coins that are paid and of which a person has to look at each withdrawal for that alone. */
export function warnOfUnknownCoins(
  { coinRules, evm }: Pick<SignerConfig, 'coinRules' | 'evm'>,
  logger: Pick<Logger, 'warn'>,
): void {
  const paid = new Set(evm.flatMap(({ tokens }) => tokens.map(({ coin }) => coin)))
  const coins = [...paid].filter((coin) => !isKnownCoin(coinRules, coin))
  if (!coinRules.mustKnow || coins.length === 0) return
  logger.warn(
    { coins },
    'a person has to look at every withdrawal of these coins: neither SIGNER_FLOORS_USD nor SIGNER_COIN_LIMITS names them',
  )
}

const isCoin = (id: string) =>
  COINS.some(({ symbol, network }) => `${symbol}-${network}`.toLowerCase() === id)

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new StartupError(`The signer’s key cannot be read from ${file} (${code}): correct SIGNER_KEY_FILE.`)
  }
}
