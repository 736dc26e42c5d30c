import { isSchemaCurrent } from '#server/db/migrate.ts'
import type { Database } from '#server/db/tables.ts'
import { openDatabase, requireDatabase } from '#server/db/open-database.ts'
import { requireSameMoney } from '#server/deposits/same-money.ts'
import { createLogger } from '#server/logger.ts'
import { openServerClock, readDatabaseTime, type ServerClock } from '#server/server-clock.ts'
import { StartupError } from '#server/startup-error.ts'
import { decideSent } from './decide.command.ts'
import { openSenders } from './open-senders.ts'
import { approve, COMMANDS, listReviews, refuse } from './review.command.ts'
import { readSignerConfig, type SignerConfig } from './signer-config.ts'
import type { SignerKey } from './signer-key.ts'
import { startSigner } from './start-signer.ts'

const USAGE =
  'Use `npm run signer` to sign withdrawals, or `npm run signer -- review`, `-- approve <id>` or `-- refuse <id>` to decide about those that wait, `-- paid <id>` or `-- unpaid <id>` about those that the chain says too little of.'

try {
  await start(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

/** The process that holds the hot wallet's key. It talks to the server through the database alone. */
async function start([command, id, txId, ...more]: string[]): Promise<void> {
  const isKnown = command === undefined || COMMANDS.some((each) => each === command)
  const needsId = command !== undefined && command !== 'review'
  const takesTxId = command === 'paid' || command === 'unpaid'
  const isId = id !== undefined && /^[1-9]\d{0,17}$/.test(id)
  const isTooMuch = more.length > 0 || (txId !== undefined && !takesTxId)
  if (!isKnown || (needsId ? !isId : id !== undefined) || isTooMuch) throw new StartupError(USAGE)
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
    process.stdout.write(`${await decide(db, key, clock, { command, id: id ?? '', txId })}\n`)
    await clock.stop()
    await close()
  } catch (error) {
    await close()
    throw error
  }
}

interface Asked {
  readonly command: string
  readonly id: string
  readonly txId: string | undefined
}

async function decide(
  db: Database,
  key: SignerKey,
  clock: ServerClock,
  { command, id, txId }: Asked,
): Promise<string> {
  const now = clock()
  switch (command) {
    case 'approve':
      return approve(db, key, id, now)
    case 'refuse':
      return refuse(db, id, now)
    case 'paid':
    case 'unpaid':
      return decideSent(db, { id, decision: command, txId, now })
    default:
      return (await listReviews(db)).join('\n')
  }
}

interface Running extends Omit<Awaited<ReturnType<typeof openDatabase>>, 'problem'> {
  readonly logger: ReturnType<typeof createLogger>
}

async function run(
  config: SignerConfig,
  key: SignerKey,
  clock: ServerClock,
  { db, description, close, logger }: Running,
): Promise<void> {
  const senders = await openSenders(db, config, key, clock)
  const base = { db, key, limits: config.limits, clock, logger }
  const signers = senders.map((open) => startSigner({ ...base, ...open }))
  let isStopping = false
  const stop = async (exitCode: number) => {
    if (isStopping) process.exit(130)
    isStopping = true
    await Promise.all(signers.map((signer) => signer.stop()))
    await clock.stop()
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
