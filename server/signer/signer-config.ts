import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { chainsOf } from '#server/config/chain-config.ts'
import {
  coinRulesOf,
  isKnownCoin,
  UNIT_DECIMALS,
  type CoinRules,
  type SignerLimits,
} from '#server/config/coin-rules.ts'
import { coinsOf } from '#server/config/coins-config.ts'
import type { KoiFile } from '#server/config/koi-file.ts'
import { readKoiFile } from '#server/config/read-koi-file.ts'
import { refuseReplaced } from '#server/config/replaced-variables.ts'
import { aboutIn, describeProblems, readConfig, type Config } from '#server/config/config.ts'
import { PortSchema, variable } from '#server/config/environment.ts'
import { evmConfigOf } from '#server/config/evm-config.ts'
import type { Logger } from '#server/base/logger.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { TRON_ENVIRONMENT, tronConfigOf } from '#server/config/tron-config.ts'
import { voteCountingOf } from '#server/config/vote-counting.ts'
import { amountOf, withdrawalOptionsOf } from '#server/config/withdrawal-config.ts'
import type { VoteRules } from './signer-context.ts'
import { parseSignerKey, practiceSignerKey, type SignerKey } from './signer-key.ts'

export interface SignerConfig extends Pick<
  Config,
  'mode' | 'dataDir' | 'databaseUrl' | 'logLevel' | 'metrics' | 'secretKey' | 'tron' | 'evm'
> {
  readonly limits: SignerLimits
  readonly coinRules: CoinRules
  readonly votes: VoteRules
  /** Per transfer, in the smallest unit of TRX. */
  readonly feeLimit: number
  /** On EVM chains, in wei per unit of gas. */
  readonly maxGasPrice: bigint
  /**
   * Reads the key, or makes one in practice mode.
   * @throws StartupError
   */
  readonly openKey: () => SignerKey
}

/** Defaults of `signer` in the file. */
export const SIGNER_DEFAULTS = {
  reviewUsdt: '5000',
  dayLimitUsdt: '20000',
  /** A transfer to an address without USDT needs the most energy. */
  feeLimitTrx: 100,
  maxGasGwei: 100,
} as const
const SUN = 1_000_000
const GWEI = 1_000_000_000n

const OWN_VARIABLES = {
  SIGNER_KEY_FILE: variable(v.string(), {
    section: 'Signer',
    meaning:
      'file with the hot wallet’s key, in the form of `SIGNER_KEY`; live mode needs one of the two. Never set it for the server',
  }),
  SIGNER_METRICS_PORT: variable(PortSchema, {
    section: 'Signer',
    meaning: 'port for `/metrics` of the signer, on `METRICS_HOST`; unset, it serves none',
  }),
  SIGNER_KEY: variable(v.string(), {
    section: 'Signer',
    isSecret: true,
    meaning:
      'the hot wallet’s key, 64 hexadecimal characters; the same one pays on TRON and, with the same 20 bytes as its address, on EVM chains. Never set it for the server',
  }),
}
const EnvironmentSchema = v.object({
  KOI_MODE: variable(v.picklist(['practice', 'live'], 'must be practice or live'), {
    section: 'Signer',
    meaning: 'as for the server',
  }),
  ...TRON_ENVIRONMENT,
  ...OWN_VARIABLES,
})

export const aboutSignerVariables = () => aboutIn(OWN_VARIABLES)

/**
 * Reads the signer's settings of the environment and the file; settings that only the server needs may be missing.
 * @throws StartupError with one sentence that repeats no value
 */
export function readSignerConfig(env: Record<string, string | undefined>): SignerConfig {
  refuseReplaced(env)
  const parsed = v.safeParse(EnvironmentSchema, env)
  if (!parsed.success) throw new StartupError(`Bad configuration: ${describeProblems(parsed.issues)}.`)
  const set = parsed.output
  if (set.SIGNER_KEY && set.SIGNER_KEY_FILE) {
    throw new StartupError('SIGNER_KEY and SIGNER_KEY_FILE are both set: set one of them.')
  }
  const mode = set.KOI_MODE ?? 'practice'
  const { DATA_DIR, DATABASE_URL, LOG_LEVEL, KOI_SECRET_KEY, TRONGRID_API_KEY } = env
  const { METRICS_HOST, METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT, OPERATOR_ORIGIN, PUBLIC_ORIGIN } = env
  // Read as the server does; practice mode needs nothing else.
  const { dataDir, databaseUrl, logLevel, metrics, secretKey, operator } = readConfig({
    DATA_DIR,
    DATABASE_URL,
    LOG_LEVEL,
    KOI_SECRET_KEY,
    METRICS_HOST,
    METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OPERATOR_ORIGIN,
    PUBLIC_ORIGIN,
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
  const file = readKoiFile(env['KOI_CONFIG'])
  const tron = tronConfigOf(set, mode)
  const coins = coinsOf(file)
  const chains = chainsOf(file, mode, env)
  const evm = evmConfigOf(chains, { mode, coins, practiceBlockMs: tron.practiceBlockMs })
  // Only for its checks: this process must be able to pay all that the server offers.
  withdrawalOptionsOf(file, { tron, chains, evm })
  const { feeLimitTrx, maxGasGwei } = { ...SIGNER_DEFAULTS, ...file.signer }
  return {
    mode,
    dataDir,
    databaseUrl,
    logLevel,
    metrics: { ...metrics, port: set.SIGNER_METRICS_PORT ?? null },
    secretKey,
    tron,
    evm,
    limits: signerLimitsOf(file),
    coinRules: coinRulesOf(file, coins, mode),
    votes: { ...voteCountingOf(file, mode), origin: operator.origin, trustsAll: false },
    feeLimit: feeLimitTrx * SUN,
    maxGasPrice: BigInt(maxGasGwei) * GWEI,
    openKey() {
      if (set.SIGNER_KEY) return parseSignerKey(set.SIGNER_KEY)
      if (set.SIGNER_KEY_FILE) return parseSignerKey(readKeyFile(set.SIGNER_KEY_FILE))
      return practiceSignerKey(dataDir)
    },
  }
}

function signerLimitsOf({ signer }: KoiFile): SignerLimits {
  const { reviewUsdt, dayLimitUsdt } = { ...SIGNER_DEFAULTS, ...signer }
  return {
    reviewFrom: amountOf(reviewUsdt, UNIT_DECIMALS, 'signer.reviewUsdt'),
    perDay: amountOf(dayLimitUsdt, UNIT_DECIMALS, 'signer.dayLimitUsdt'),
  }
}

/** Names, once, the coins whose withdrawals all need a review because the configuration lacks them. */
export function warnOfUnknownCoins(
  { coinRules, evm }: Pick<SignerConfig, 'coinRules' | 'evm'>,
  logger: Pick<Logger, 'warn'>,
): void {
  const paid = new Set(evm.flatMap(({ tokens }) => tokens.map(({ coin }) => coin)))
  const coins = [...paid].filter((coin) => !isKnownCoin(coinRules, coin))
  if (!coinRules.mustKnow || coins.length === 0) return
  logger.warn(
    { coins },
    'every withdrawal of these coins needs a review: signer.coins in KOI_CONFIG has neither a floor nor limits for them',
  )
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new StartupError(`The signer’s key cannot be read from ${file} (${code}): correct SIGNER_KEY_FILE.`)
  }
}
