import * as v from 'valibot'
import type { Chain } from '#contract/config.ts'
import { chainsOf } from './chain-config.ts'
import type { CoinSeed } from '#server/coins/coins.seed.ts'
import { coinRulesOf, type CoinRules } from './coin-rules.ts'
import { coinsOf } from './coins-config.ts'
import { readKoiFile, variablesOf } from './read-koi-file.ts'
import { METRICS_ENVIRONMENT, metricsConfigOf, type MetricsConfig } from './metrics-config.ts'
import { readProfile, type Profile } from './profile.ts'
import { refuseReplaced } from './replaced-variables.ts'
import { evmConfigOf, type EvmDepositConfig } from './evm-config.ts'
import {
  FlagSchema,
  HostSchema,
  isAddress,
  isOrigin,
  isSafeOrigin,
  parseUrl,
  PortSchema,
  variable,
  type AboutVariable,
} from './environment.ts'
import { OPERATOR_ENVIRONMENT, operatorConfigOf, type OperatorConfig } from './operator-config.ts'
import { playConfigOf, type PlayConfig } from './play-config.ts'
import { DEMO_PROVIDER_ENVIRONMENT, withDemoProvider } from './demo-provider-config.ts'
import { providersConfigOf, type ProviderConfig } from './provider-config.ts'
import { rewardsConfigOf, type RewardsConfig } from './rewards-config.ts'
import { RATE_ENVIRONMENT, rateConfigOf, type RateConfig } from './rate-config.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { LEAST_CONNECTIONS, USUAL_CONNECTIONS } from '#server/db/connections.ts'
import { TRON_ENVIRONMENT, tronConfigOf, type TronConfig } from './tron-config.ts'
import { voteCountingOf, type VoteCounting } from './vote-counting.ts'
import { WALLET_ENVIRONMENT, walletConfigOf, type WalletConfig } from './wallet-config.ts'
import { withdrawalOptionsOf, type WithdrawalOption } from './withdrawal-config.ts'

export type Mode = 'practice' | 'live'

export interface Config {
  readonly mode: Mode
  /** `localhost` stands for both its addresses, IPv4 and IPv6. */
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Path of a Unix socket where it listens instead; null means `host` and `port`. */
  readonly socket: string | null
  readonly dataDir: string
  /** PostgreSQL; null means PGlite inside `dataDir`. */
  readonly databaseUrl: string | null
  /**
   * The same database without a pooler, for connections that need a session of their own; null means `databaseUrl`.
   */
  readonly databaseDirectUrl: string | null
  /** A standby of it, for reads that decide nothing; null means the database itself. */
  readonly databaseReadUrl: string | null
  /** Connections of this process to each of them. */
  readonly databaseConnections: number
  /** NATS carries events between processes; null means PostgreSQL does. */
  readonly natsUrl: string | null
  readonly logLevel: string
  readonly metrics: MetricsConfig
  readonly chains: readonly Chain[]
  readonly coins: readonly CoinSeed[]
  readonly profile: Profile
  readonly wallets: WalletConfig
  readonly tron: TronConfig
  readonly withdrawals: readonly WithdrawalOption[]
  readonly play: PlayConfig
  readonly rewards: RewardsConfig
  readonly operator: OperatorConfig
  readonly votes: VoteCounting
  readonly coinRules: CoinRules
  readonly providers: readonly ProviderConfig[]
  /** Null means the fixed prices of practice mode. */
  readonly rates: RateConfig | null
  readonly evm: readonly EvmDepositConfig[]
  readonly treasuries: ReadonlyMap<string, readonly string[]>
  /** True if a proxy in front of the server sets `x-forwarded-proto` and `x-forwarded-for`. */
  readonly trustProxy: boolean
  readonly keepAliveSeconds: number
  readonly stopDelaySeconds: number
  readonly publicOrigin: string | null
  /** Contains credentials; null writes mails into `dataDir/outbox`. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Two relays or more, for the salt of Crash; null means the practice chain. */
  readonly drandUrls: readonly string[] | null
  readonly ledgerCheckMinutes: number
  /** Origins of push services besides those of the known browsers. */
  readonly pushServices: readonly string[]
  /** 32 bytes to hash codes and encrypt secrets; null means a generated key, kept in the database. */
  readonly secretKey: Buffer | null
}

/** PGlite in a data directory allows one process only: the server signs practice money, and trusts every operator. */
export const signsItself = ({ mode, databaseUrl }: Pick<Config, 'mode' | 'databaseUrl'>): boolean =>
  mode === 'practice' && databaseUrl === null

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const MINUTES = 'must be a number of minutes from 1 to 1440'

const DEFAULT = {
  host: 'localhost',
  port: 8080,
  dataDir: '.data',
  logLevel: 'info',
  ledgerMinutes: 5,
  keepAliveSeconds: 75,
  stopDelaySeconds: 0,
  drandUrls: ['https://api.drand.sh', 'https://api2.drand.sh', 'https://drand.cloudflare.com'],
} as const
const SECONDS = 'must be a number of seconds from 1 to 3600'
const DELAY = 'must be a number of seconds from 0 to 300'
const CONNECTIONS = `must be a whole number from ${LEAST_CONNECTIONS} to 999`
const DRAND = 'must be two addresses or more, such as https://api.drand.sh,https://drand.cloudflare.com'
const PUSH_SERVICES = 'must be origins such as https://push.example, without a path'
const NATS_ADDRESS = 'must be an address such as nats://host:4222 or tls://host:4222'
const MAIL_FROM = 'Koi <no-reply@koi.invalid>'

export const PostgresUrlSchema = v.pipe(
  v.string(),
  v.check(isPostgresUrl, 'must be a PostgreSQL address such as postgres://user:password@host:5432/koi'),
)

const ENVIRONMENT = {
  PORT: variable(PortSchema, {
    section: 'Every server',
    unset: `${DEFAULT.port}`,
    meaning: 'port where it listens; 0 lets the system choose',
  }),
  HOST: variable(HostSchema, {
    section: 'Every server',
    unset: DEFAULT.host,
    meaning: 'address where it listens; `HOST=0.0.0.0` opens it to your network',
  }),
  SOCKET: variable(
    v.pipe(
      v.string(),
      v.regex(/^\/[^\0]{0,106}$/, 'must be a path of 107 characters at most, from the root'),
    ),
    {
      section: 'Every server',
      meaning:
        'path of a Unix socket where it listens instead of `HOST` and `PORT`, for a proxy on this machine: with it no call is lost when the server is replaced, see [Deployment](deployment.md#an-update-without-a-break). Needs `TRUST_PROXY=1`',
    },
  ),
  DATA_DIR: variable(v.string(), {
    section: 'Every server',
    unset: DEFAULT.dataDir,
    meaning:
      'the embedded database, and `outbox/` with the mail that a server without `SMTP_URL` cannot send. The signer keeps its own list of what it signed there, `signer-journal.jsonl`: it counts for the day’s limit and after a restore, whatever the database says',
  }),
  LOG_LEVEL: variable(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), {
    section: 'Every server',
    unset: DEFAULT.logLevel,
    meaning:
      '`fatal` … `trace`, or `silent`; one JSON object on each line of standard output, besides the line with the address',
  }),
  ...METRICS_ENVIRONMENT,
  KOI_CONFIG: variable(v.string(), {
    section: 'Every server',
    meaning: 'path of the file with chains, coins, fees and limits, below; live mode needs it for `rates`',
    isNeededLive: true,
  }),
  KOI_PROFILE: variable(v.string(), {
    section: 'Every server',
    unset: 'open',
    meaning: 'limits of play and offers, below: `open`, `uk`, or the path of a file of your own',
  }),
  KOI_MODE: variable(v.picklist(['practice', 'live'], 'must be practice or live'), {
    section: 'Live mode',
    unset: 'practice',
    meaning: '`practice` or `live`',
  }),
  DATABASE_URL: variable(PostgresUrlSchema, {
    section: 'Live mode',
    isNeededLive: true,
    isSecret: true,
    meaning: '`postgres://user:password@host:5432/koi`; practice uses it too when set, else embedded PGlite',
  }),
  DATABASE_DIRECT_URL: variable(PostgresUrlSchema, {
    section: 'Live mode',
    isSecret: true,
    meaning:
      'the same database without a pooler, where `DATABASE_URL` leads through one: one connection of each process listens there to what happens',
  }),
  NATS_URL: variable(v.pipe(v.string(), v.check(isAddress(/^(?:nats|tls):$/), NATS_ADDRESS)), {
    section: 'Live mode',
    isSecret: true,
    meaning:
      '`nats://user:password@host:4222` or `tls://…`: processes tell each other what happens over NATS instead of PostgreSQL',
  }),
  DATABASE_READ_URL: variable(PostgresUrlSchema, {
    section: 'Live mode',
    isSecret: true,
    meaning:
      'a standby of that database: the history of money, the public figures and `npm run reconcile` are read there. While it is away, the database answers. It decides nothing, because it may be a moment behind',
  }),
  DATABASE_CONNECTIONS: variable(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, CONNECTIONS),
      v.transform(Number),
      v.minValue(LEAST_CONNECTIONS, CONNECTIONS),
    ),
    {
      section: 'Live mode',
      unset: `${USUAL_CONNECTIONS}`,
      meaning:
        'limit of a process’s connections to PostgreSQL, for each of the two; four are reserved for the server itself, the others are for requests',
    },
  ),
  TRUST_PROXY: variable(FlagSchema, {
    section: 'Live mode',
    unset: '0',
    meaning:
      '`1` behind a proxy that sets `x-forwarded-proto` (on https HSTS is sent then: two years, subdomains included) and appends the caller to `x-forwarded-for`, which the rate limits go by',
  }),
  KEEP_ALIVE_SECONDS: variable(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/, SECONDS), v.transform(Number), v.maxValue(3_600, SECONDS)),
    {
      section: 'Live mode',
      unset: `${DEFAULT.keepAliveSeconds}`,
      meaning:
        'seconds that an idle connection is kept open. It must be longer than the proxy or load balancer in front keeps it: nginx and most others keep it for 60 s. Else the server closes one just as a request is sent on it, and the player gets a 502',
    },
  ),
  STOP_DELAY_SECONDS: variable(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/, DELAY), v.transform(Number), v.maxValue(300, DELAY)),
    {
      section: 'Live mode',
      unset: `${DEFAULT.stopDelaySeconds}`,
      meaning:
        'seconds that a stopping server goes on answering on `HOST` and `PORT`, while `/api/health` is not ready: so long a load balancer has to take it out. With `SOCKET` none are needed',
    },
  ),
  PUBLIC_ORIGIN: variable(
    v.pipe(v.string(), v.check(isOrigin, 'must be an origin such as https://koi.example, without a path')),
    {
      section: 'Live mode',
      isNeededLive: true,
      meaning:
        'the origin that players open, `https://koi.example`; it must be https except on this machine. Passkeys and what wallets sign are valid only for it, HSTS follows from it, and shared links use it for their image',
    },
  ),
  SMTP_URL: variable(
    v.pipe(
      v.string(),
      v.check(isSmtpUrl, 'must be an address such as smtps://user:password@mail.example:465'),
    ),
    {
      section: 'Live mode',
      isNeededLive: true,
      isSecret: true,
      meaning: 'mail server, `smtps://user:password@mail.example:465`',
    },
  ),
  MAIL_FROM: variable(
    v.pipe(
      v.string(),
      v.regex(
        /^(?:[^<>\r\n"]{0,80}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be a sender such as Koi <no-reply@koi.example>',
      ),
    ),
    {
      section: 'Live mode',
      isNeededLive: true,
      unset: MAIL_FROM,
      meaning: 'sender of every mail, `Koi <no-reply@koi.example>`',
    },
  ),
  KOI_SECRET_KEY: variable(
    v.pipe(
      v.string(),
      v.regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters, as `openssl rand -hex 32` makes them'),
      v.transform((text) => Buffer.from(text, 'hex')),
    ),
    {
      section: 'Live mode',
      isNeededLive: true,
      isSecret: true,
      meaning:
        '64 hexadecimal characters (`openssl rand -hex 32`), the same for all processes. Codes are hashed and authenticator secrets encrypted with it. In practice mode the database keeps one',
    },
  ),
  DRAND_URLS: variable(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((each) => each.trim())),
      v.minLength(2, DRAND),
      v.everyItem(isAddress(/^https?:$/), DRAND),
    ),
    {
      section: 'Live mode',
      unset: DEFAULT.drandUrls.join(','),
      meaning:
        'relays of drand, two or more with commas between them: the salt of each round of Crash is the first value of its network quicknet after the lock. Whichever answers first counts, once its signature is checked',
    },
  ),
  PUSH_SERVICES: variable(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((each) => each.trim())),
      v.everyItem(isOrigin, PUSH_SERVICES),
    ),
    {
      section: 'Every server',
      meaning:
        'origins of further push services, with commas between them: those of Chrome, Firefox, Safari and Edge are known, and no other address is called for a notification. In live mode they must be https',
    },
  ),
  LEDGER_CHECK_MINUTES: variable(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/, MINUTES), v.transform(Number), v.maxValue(1_440, MINUTES)),
    {
      section: 'Live mode',
      unset: `${DEFAULT.ledgerMinutes}`,
      meaning:
        'minutes between two checks of the books; an alarm is in the log (`"alarm":"ledger"`) and in `/api/health`',
    },
  ),
  /** Used by the build; checked here so that a mistyped value is not read as "no". */
  KOI_WITHDRAW_WORKER: variable(v.picklist(['0', '1'], 'must be 1 or 0'), {
    section: 'Live mode',
    meaning:
      '`1` builds the service worker that withdraws itself: see [Operating](operating.md#withdrawing-the-service-worker)',
  }),
  ...DEMO_PROVIDER_ENVIRONMENT,
  ...TRON_ENVIRONMENT,
  ...RATE_ENVIRONMENT,
  ...WALLET_ENVIRONMENT,
  ...OPERATOR_ENVIRONMENT,
}
const EnvironmentSchema = v.object(ENVIRONMENT)

export const aboutServerVariables = (): readonly (readonly [string, AboutVariable])[] => aboutIn(ENVIRONMENT)

export const aboutIn = (
  variables: Readonly<Record<string, ReturnType<typeof variable>>>,
): readonly (readonly [string, AboutVariable])[] =>
  Object.entries(variables).map(([name, schema]) => [name, v.getMetadata(schema).about])

/** Beginnings of names that only Koi has, so that an unknown one is most likely mistyped. */
const LIKE_A_SETTING =
  /^(?:BACKUP|DATABASE|DRAND|KOI|METRICS|OPERATOR|PUSH|RATE|SIGNER|TRON|TRONGRID|WALLET|WALLETCONNECT|WITHDRAW|WITHDRAWAL)_/

/** Variables of our own tools, and those that Kubernetes sets for a service called "koi" or "database". */
const NO_SETTING =
  /^KOI_(?:ALLOW_MISSING|BUILD_ID|DIST_DIR|E2E|FUZZ|OUT_DIR|PORT|SEQUENCES|SERVICE|TEST|VERSION)|^DATABASE_(?:PORT|SERVICE)/

/** @param known variables of all programs, because they may share one environment */
export function unknownSettings(
  env: Record<string, string | undefined>,
  known: readonly (readonly [string, AboutVariable])[],
): string[] {
  const names = new Set([...known.map(([name]) => name), ...variablesOf(readKoiFile(env['KOI_CONFIG']))])
  return Object.keys(env).filter(
    (name) => LIKE_A_SETTING.test(name) && !names.has(name) && !NO_SETTING.test(name),
  )
}

/**
 * Reads the environment and the file that it names.
 * @throws StartupError naming every variable or key that is wrong or missing in live mode; never their values,
 * because some are secret
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  refuseReplaced(env)
  const parsed = v.safeParse(EnvironmentSchema, env)
  if (!parsed.success) throw new StartupError(`Bad configuration: ${describeProblems(parsed.issues)}.`)
  const set = parsed.output
  const mode = set.KOI_MODE ?? 'practice'
  if (mode === 'live') {
    const missing = aboutServerVariables()
      .filter(([name, about]) => about.isNeededLive && !env[name])
      .map(([name]) => name)
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
  if (set.DATABASE_READ_URL !== undefined && set.DATABASE_URL === undefined) {
    throw new StartupError(
      'DATABASE_READ_URL names a standby: set DATABASE_URL to the database that it follows.',
    )
  }
  if (set.DATABASE_DIRECT_URL !== undefined && set.DATABASE_URL === undefined) {
    throw new StartupError(
      'DATABASE_DIRECT_URL names a database without its pooler: set DATABASE_URL to the address with it.',
    )
  }
  if (set.SOCKET !== undefined && set.TRUST_PROXY !== true) {
    throw new StartupError(
      'SOCKET is for a proxy on this machine: set TRUST_PROXY=1, or all players share one address.',
    )
  }
  const file = readKoiFile(set.KOI_CONFIG)
  if (mode === 'live' && file.rates === undefined) {
    throw new StartupError('Live mode needs rates in KOI_CONFIG: name the two sources of prices.')
  }
  const coins = coinsOf(file)
  const dataDir = set.DATA_DIR ?? DEFAULT.dataDir
  const chains = chainsOf(file, mode, env)
  const tron = tronConfigOf(set, mode)
  const evm = evmConfigOf(chains, { mode, coins, practiceBlockMs: tron.practiceBlockMs })
  return {
    mode,
    host: set.HOST ?? DEFAULT.host,
    port: set.PORT ?? DEFAULT.port,
    socket: set.SOCKET ?? null,
    dataDir,
    databaseUrl: set.DATABASE_URL ?? null,
    databaseDirectUrl: set.DATABASE_DIRECT_URL ?? null,
    databaseReadUrl: set.DATABASE_READ_URL ?? null,
    databaseConnections: set.DATABASE_CONNECTIONS ?? USUAL_CONNECTIONS,
    natsUrl: set.NATS_URL ?? null,
    logLevel: set.LOG_LEVEL ?? DEFAULT.logLevel,
    metrics: metricsConfigOf(set),
    chains: chains.map(({ chain }) => chain),
    coins,
    profile: readProfile(set.KOI_PROFILE),
    wallets: walletConfigOf(set, file, { chains, mode }),
    tron,
    evm,
    treasuries: new Map(
      [
        [tron.network.chain, file.tron?.treasuries ?? []] as const,
        ...chains.map(({ chain, entry }) => [`evm-${chain.id}`, entry.treasuries ?? []] as const),
      ].filter(([, addresses]) => addresses.length > 0),
    ),
    withdrawals: withdrawalOptionsOf(file, { tron, chains, evm }),
    play: playConfigOf(file),
    rewards: rewardsConfigOf(file, coins),
    operator: operatorConfigOf(set, file, mode),
    votes: voteCountingOf(file, mode),
    coinRules: coinRulesOf(file, coins, mode),
    providers: providersConfigOf({ providers: withDemoProvider(file, set, { mode, dataDir }) }, coins, {
      path: set.KOI_CONFIG,
      mode,
      publicOrigin: set.PUBLIC_ORIGIN ?? null,
    }),
    rates: rateConfigOf(file, coins, set.COINGECKO_API_KEY),
    trustProxy: set.TRUST_PROXY ?? false,
    keepAliveSeconds: set.KEEP_ALIVE_SECONDS ?? DEFAULT.keepAliveSeconds,
    stopDelaySeconds: set.STOP_DELAY_SECONDS ?? DEFAULT.stopDelaySeconds,
    publicOrigin: set.PUBLIC_ORIGIN ?? null,
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM ?? MAIL_FROM,
    drandUrls: mode === 'live' ? (set.DRAND_URLS ?? DEFAULT.drandUrls) : null,
    pushServices: pushServicesOf(set.PUSH_SERVICES ?? [], mode),
    ledgerCheckMinutes: set.LEDGER_CHECK_MINUTES ?? DEFAULT.ledgerMinutes,
    secretKey: set.KOI_SECRET_KEY ?? null,
  }
}

function pushServicesOf(origins: readonly string[], mode: Mode): readonly string[] {
  if (mode === 'practice' || origins.every((origin) => origin.startsWith('https:'))) return origins
  throw new StartupError('PUSH_SERVICES must begin with https:// in live mode.')
}

function inWords(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}

/** Each wrong variable once, as the middle of a sentence. */
export function describeProblems(issues: readonly v.BaseIssue<unknown>[]): string {
  const problems = new Map<string, string>()
  for (const issue of issues) {
    const name = String(issue.path?.[0]?.key)
    // A union's issue holds those of its members; the last one is about the intended type.
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
