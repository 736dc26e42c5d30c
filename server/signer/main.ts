import { readDatabaseTime } from '#server/db/database-time.ts'
import { operatorName } from '#server/base/operator-name.ts'
import { keepRead } from '#server/identity/operator-log.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import { isSchemaCurrent } from '#server/db/migrate.ts'
import type { Database } from '#server/db/tables.ts'
import { openDatabase, requireDatabase } from '#server/db/open-database.ts'
import { requireSameMoney } from '#server/deposits/same-money.ts'
import { createLogger } from '#server/base/logger.ts'
import { BUILD, measureProcess, registry } from '#server/base/metrics.ts'
import { serveMetrics } from '#server/base/metrics-server.ts'
import { openTraces } from '#server/base/open-traces.ts'
import { openServerClock, type ServerClock } from '#server/base/server-clock.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { VERSION } from '#server/base/version.ts'
import { keepAlarms } from '#server/jobs/kept-alarms.ts'
import { decideSent } from './decide.command.ts'
import { openJournal } from './journal.ts'
import { openSenders } from './open-senders.ts'
import { listUnknown, recover } from './recover.command.ts'
import { approve, listReviews, refuse } from './review.command.ts'
import { readSignerConfig, warnOfUnknownCoins, type SignerConfig } from './signer-config.ts'
import type { SignerKey } from './signer-key.ts'
import { startSigner } from './start-signer.ts'
import { listTrusted, trust } from './trust.command.ts'

const USAGE =
  'Use `npm run signer` to sign withdrawals, or `npm run signer -- review`, `-- approve <id>` or `-- refuse <id>` to decide about those that wait, `-- paid <id>` or `-- unpaid <id>` about those that the chain says too little of, `-- trust` to list operators of the console and `-- trust <operator> <fingerprint>` to count their votes, `-- recover` to see what the wallets have sent and the database does not know.'

try {
  await start(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

/** The process that holds the hot wallet's key. It shares only the database with the server. */
async function start([command, ...rest]: string[]): Promise<void> {
  if (!isCommand(command, rest)) throw new StartupError(USAGE)
  const config = readSignerConfig(process.env)
  if (command === undefined && config.databaseUrl === null) {
    throw new StartupError(
      'With practice money in a data directory the server signs itself: set DATABASE_URL to sign apart from it.',
    )
  }
  requireDatabase(config)
  const key = config.openKey()
  const logger = createLogger(config.logLevel)
  const { db, description, close } = await openDatabase(config, logger)
  try {
    if (!(await isSchemaCurrent(db).catch(() => false))) {
      throw new StartupError(
        `${description} does not have the schema of this version: start the server on it first.`,
      )
    }
    await requireSameMoney(db, config.tron.network, description)
    const clock = await openServerClock({ askDatabase: () => readDatabaseTime(db), logger })
    if (command === undefined) return await run(config, key, clock, { db, description, close, logger })
    process.stdout.write(`${await decide(db, { config, key, clock, command, rest })}\n`)
    await clock.stop()
    await close()
  } catch (error) {
    await close()
    throw error
  }
}

function isId(text: string | undefined): boolean {
  return text !== undefined && /^[1-9]\d{0,17}$/.test(text)
}

function isCommand(command: string | undefined, rest: readonly string[]): boolean {
  switch (command) {
    case undefined:
    case 'review':
      return rest.length === 0
    case 'approve':
    case 'refuse':
      return rest.length === 1 && isId(rest[0])
    case 'paid':
    case 'unpaid':
      return (rest.length === 1 || rest.length === 2) && isId(rest[0])
    case 'trust':
      return rest.length === 0 || rest.length === 2
    case 'recover':
      return rest.length === 0 || (rest.length === 3 && (rest[2] === 'none' || isId(rest[2])))
    default:
      return false
  }
}

interface Asked {
  readonly config: SignerConfig
  readonly key: SignerKey
  readonly clock: ServerClock
  readonly command: string
  readonly rest: readonly string[]
}

async function decide(db: Database, { config, key, clock, command, rest }: Asked): Promise<string> {
  const now = clock()
  const [id = '', txId, as = ''] = rest
  const open = async () => (await openSenders(db, config, key, clock)).map(({ sender }) => sender)
  const isQuestion = id === '' || (txId === undefined && (command === 'paid' || command === 'unpaid'))
  if (isQuestion) {
    const what = id === '' ? {} : { withdrawal: id }
    await keepRead(db, { name: operatorName() }, { action: `signer ${command}`, what }, now)
  }
  switch (command) {
    case 'approve':
      return approve(db, key, id, now)
    case 'refuse':
      return refuse({ db, senders: await open(), key, now }, id)
    case 'paid':
    case 'unpaid':
      return decideSent(db, { id, decision: command, txId, now })
    case 'trust':
      return rest.length === 0
        ? (await listTrusted(db, key)).join('\n')
        : trust(db, key, { operator: id, fingerprint: txId ?? '' }, now)
    case 'recover': {
      const { decimals } = config.coinRules
      const place = { db, senders: await open(), key, decimals, now }
      return rest.length === 0
        ? (await listUnknown(place)).join('\n')
        : recover(place, { chain: id, what: txId ?? '', as })
    }
    default:
      return (await listReviews(db)).join('\n')
  }
}

interface Running extends Omit<Awaited<ReturnType<typeof openDatabase>>, 'problem' | 'changes' | 'load'> {
  readonly logger: ReturnType<typeof createLogger>
}

async function run(
  config: SignerConfig,
  key: SignerKey,
  clock: ServerClock,
  { db, description, close, logger }: Running,
): Promise<void> {
  const senders = await openSenders(db, config, key, clock)
  const { limits, coinRules, metrics, votes } = config
  const closers = [
    keepAlarms(db),
    await openTraces({ endpoint: metrics.tracesUrl, service: 'koi-signer', logger }),
    await openFigures(metrics),
  ]
  warnOfUnknownCoins(config, logger)
  const journal = openJournal(config.dataDir, clock())
  const seals = await openSecrets(db, config.secretKey)
  const base = { db, key, limits, coinRules, votes, seals, journal, clock, logger }
  const signers = senders.map((open) => startSigner({ ...base, ...open }))
  let isStopping = false
  const stop = async (exitCode: number) => {
    if (isStopping) process.exit(130)
    isStopping = true
    await Promise.all(signers.map((signer) => signer.stop()))
    await clock.stop()
    for (const each of closers) await each()
    await close()
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!isStopping) logger.info({ signal }, 'stopping')
      stop(0).catch(() => process.exit(1))
    })
  }
  const die = (error: unknown) => {
    logger.fatal({ err: error }, 'unexpected error')
    stop(1).catch(() => process.exit(1))
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
  const places = senders.map(({ sender }) => `${sender.chain} from ${sender.address}`)
  process.stdout.write(
    `Koi signs withdrawals on ${places.join(', ')} (${config.mode} mode, ${description})\n`,
  )
}

async function openFigures({ port, host, token }: SignerConfig['metrics']): Promise<() => Promise<void>> {
  if (port === null) return async () => {}
  measureProcess()
  BUILD.set({ version: VERSION, process: 'signer' }, 1)
  const scrape = () => registry.metrics()
  return (await serveMetrics({ host, port, token, variable: 'SIGNER_METRICS_PORT', scrape })).close
}
