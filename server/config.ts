import * as v from 'valibot'
import { CHAIN_ENVIRONMENT, chainsOf, type ChainPair } from './chain-config.ts'
import { EVM_ENVIRONMENT, evmConfigOf, type EvmDepositConfig } from './evm-config.ts'
import { FlagSchema, HTTP, optional, parseUrl } from './environment.ts'
import { RATE_ENVIRONMENT, rateConfigOf, type RateConfig } from './rate-config.ts'
import { StartupError } from './base/startup-error.ts'
import { TRON_ENVIRONMENT, tronConfigOf, type TronConfig } from './tron-config.ts'
import { WALLET_ENVIRONMENT, walletConfigOf, type WalletConfig } from './wallet-config.ts'
import { WITHDRAWAL_ENVIRONMENT, withdrawalOptionsOf, type WithdrawalOption } from './withdrawal-config.ts'

export type Mode = 'practice' | 'live'

export interface Config {
  readonly mode: Mode
  /** `localhost` stands for both its addresses, of IPv4 and of IPv6. */
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly dataDir: string
  /** PostgreSQL; null means PGlite inside `dataDir`. */
  readonly databaseUrl: string | null
  readonly logLevel: string
  readonly chains: ChainPair
  readonly wallets: WalletConfig
  readonly tron: TronConfig
  /** What can be withdrawn, USDT on TRON first. */
  readonly withdrawals: readonly WithdrawalOption[]
  /** Where coin prices come from; null means the fixed ones of practice. */
  readonly rates: RateConfig | null
  /** Deposits from wallets, one for each chain they may come from. */
  readonly evm: readonly EvmDepositConfig[]
  /** A proxy in front of the server tells the truth in `x-forwarded-proto`. */
  readonly trustProxy: boolean
  /** Origin players open, for example `https://koi.example`; null when not set. */
  readonly publicOrigin: string | null
  /** Where mail is handed in, with its credentials; null writes it into `dataDir/outbox`. */
  readonly smtpUrl: string | null
  /** Sender of every mail. */
  readonly mailFrom: string
  /** From one check of the whole ledger to the next. */
  readonly ledgerCheckMinutes: number
  /** 32 bytes that codes are hashed and secrets are encrypted with; null makes some and keeps them in the database. */
  readonly secretKey: Buffer | null
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const MINUTES = 'must be a number of minutes from 1 to 1440'

const EnvironmentSchema = v.object({
  PORT: optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535'),
      v.transform(Number),
      v.maxValue(65_535, 'must be a port number from 0 to 65535'),
    ),
  ),
  HOST: optional(v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a host name'))),
  DATA_DIR: optional(v.string()),
  DATABASE_URL: optional(
    v.pipe(
      v.string(),
      v.check(isPostgresUrl, 'must be a PostgreSQL address such as postgres://user:password@host:5432/koi'),
    ),
  ),
  KOI_MODE: optional(v.picklist(['practice', 'live'], 'must be practice or live')),
  LOG_LEVEL: optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  ...CHAIN_ENVIRONMENT,
  ...WALLET_ENVIRONMENT,
  ...TRON_ENVIRONMENT,
  ...WITHDRAWAL_ENVIRONMENT,
  ...RATE_ENVIRONMENT,
  ...EVM_ENVIRONMENT,
  /** Read by the build; checked here so that a mistyped one is no silent no. */
  KOI_WITHDRAW_WORKER: optional(v.picklist(['0', '1'], 'must be 1 or 0')),
  TRUST_PROXY: optional(FlagSchema),
  PUBLIC_ORIGIN: optional(
    v.pipe(v.string(), v.check(isOrigin, 'must be an origin such as https://koi.example, without a path')),
  ),
  SMTP_URL: optional(
    v.pipe(
      v.string(),
      v.check(isSmtpUrl, 'must be an address such as smtps://user:password@mail.example:465'),
    ),
  ),
  MAIL_FROM: optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?:[^<>\r\n"]{0,80}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be a sender such as Koi <no-reply@koi.example>',
      ),
    ),
  ),
  LEDGER_CHECK_MINUTES: optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/, MINUTES), v.transform(Number), v.maxValue(1_440, MINUTES)),
  ),
  KOI_SECRET_KEY: optional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters, as `openssl rand -hex 32` makes them'),
      v.transform((text) => Buffer.from(text, 'hex')),
    ),
  ),
})

/** Of the tools, and what Kubernetes sets for a service called "koi". */
const NO_SETTING =
  /^KOI_(?:ALLOW_MISSING|BUILD_ID|DIST_DIR|E2E|FUZZ|OUT_DIR|PORT|SEQUENCES|SERVICE|TEST|VERSION)/

/** Variables that look like settings and are none: mistyped, or of another release. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).filter(
    (name) =>
      /^(?:KOI|RATE|TRON|TRONGRID|WALLET|WALLETCONNECT|WITHDRAW|WITHDRAWAL)_/.test(name) &&
      !Object.hasOwn(EnvironmentSchema.entries, name) &&
      !NO_SETTING.test(name),
  )
}

/** What live mode does not start without. */
const LIVE_NEEDS = [
  'DATABASE_URL',
  'WALLETCONNECT_PROJECT_ID',
  'PUBLIC_ORIGIN',
  'SMTP_URL',
  'MAIL_FROM',
  'RATE_SOURCES',
  'KOI_SECRET_KEY',
  'TRON_DEPOSIT_XPUB',
  'TRONGRID_API_KEY',
  'KOI_DEPOSIT_ADDRESSES',
] as const

/**
 * Reads the server's settings from the environment.
 * @throws StartupError naming every variable that is wrong, or that live mode needs and lacks; values are
 * never repeated, because some of them are secret.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = v.safeParse(EnvironmentSchema, env)
  if (!parsed.success) throw new StartupError(`Bad configuration: ${describeProblems(parsed.issues)}.`)
  const set = parsed.output
  const mode = set.KOI_MODE ?? 'practice'
  if (mode === 'live') {
    const missing = LIVE_NEEDS.filter((name) => !set[name])
    if (missing.length > 0) {
      throw new StartupError(
        `Live mode needs ${inWords(missing)}: set ${missing.length > 1 ? 'them' : 'it'}, or start without KOI_MODE=live for practice money.`,
      )
    }
  }
  if (mode === 'live' && !isSafeOrigin(set.PUBLIC_ORIGIN ?? '')) {
    throw new StartupError(
      'PUBLIC_ORIGIN must begin with https:// in live mode, because passkeys and installation need it; only a host such as localhost may go without.',
    )
  }
  const chains = chainsOf(set, mode)
  const wallets = walletConfigOf(set, chains)
  const tron = tronConfigOf(set, mode)
  const { nodeUrls } = wallets
  const evm = evmConfigOf(set, { mode, chains, nodeUrls, practiceBlockMs: tron.practiceBlockMs })
  return {
    mode,
    host: set.HOST ?? 'localhost',
    port: set.PORT ?? 8080,
    dataDir: set.DATA_DIR ?? '.data',
    databaseUrl: set.DATABASE_URL ?? null,
    logLevel: set.LOG_LEVEL ?? 'info',
    chains,
    wallets,
    tron,
    evm,
    withdrawals: withdrawalOptionsOf(set, { tron, chains, evm }),
    rates: rateConfigOf(set),
    trustProxy: set.TRUST_PROXY ?? false,
    publicOrigin: set.PUBLIC_ORIGIN ?? null,
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM ?? 'Koi <no-reply@koi.invalid>',
    ledgerCheckMinutes: set.LEDGER_CHECK_MINUTES ?? 5,
    secretKey: set.KOI_SECRET_KEY ?? null,
  }
}

function inWords(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}

/** Every variable that is wrong, once, as the middle of a sentence. */
export function describeProblems(issues: readonly v.BaseIssue<unknown>[]): string {
  const problems = new Map<string, string>()
  for (const issue of issues) {
    const name = String(issue.path?.[0]?.key)
    // A union's issue holds those of its members; the last one is about the value that was meant.
    const cause = issue.issues?.at(-1) ?? issue
    if (!problems.has(name)) problems.set(name, `${name} ${cause.message}`)
  }
  return [...problems.values()].join('; ')
}

function isPostgresUrl(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && /^postgres(ql)?:$/.test(url.protocol)
}

function isSmtpUrl(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

/** What browsers call a secure context. */
function isSafeOrigin(origin: string): boolean {
  const url = parseUrl(origin)
  return (
    url?.protocol === 'https:' ||
    /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/.test(url?.hostname ?? '')
  )
}

function isOrigin(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && HTTP.test(url.protocol) && url.origin === text
}
