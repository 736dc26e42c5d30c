import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCleanup } from './accounts/cleanup.ts'
import { readDatabaseTime } from './db/database-time.ts'
import { createRateLimits } from './identity/rate-limits.ts'
import { openSecrets } from './identity/secrets.ts'
import { aboutAllVariables } from './all-variables.ts'
import { createApp } from './app.ts'
import { BALANCE_NEWS } from './balances/balance-news.ts'
import { grantToEarlierAccounts } from './balances/practice-grant.ts'
import { largestRelease } from './bonuses/bonus-offers.ts'
import { watchBonuses } from './bonuses/bonus-watch.ts'
import { grantBonus } from './bonuses/grant-bonus.ts'
import { booksTermsOf } from './books/books-terms.ts'
import { watchLedger } from './books/ledger-watch.ts'
import { watchArrivals } from './chain-check/arrivals-watch.ts'
import { watchReserves } from './chain-check/reserves-watch.ts'
import { openViews } from './chain-check/open-views.ts'
import { readConfig, unknownSettings, type Config } from '#server/config/config.ts'
import { createCrash } from './crash/crash.ts'
import { readRoundsOfDay } from './crash/crash-day.ts'
import { drandBeacon } from './crash/drand-beacon.ts'
import { practiceBeacon } from './crash/practice-beacon.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import { openReads } from './db/open-reads.ts'
import { seed } from './seed.ts'
import { openAddressMark } from './deposits/address-mark.ts'
import { openDepositChain } from './deposits/deposit-chain.ts'
import { createDepositNotifier, DEPOSIT_NEWS } from './deposits/deposit-news.ts'
import { watchChain, watchDeposits } from './deposits/deposit-watch.ts'
import { requireSameMoney } from './deposits/same-money.ts'
import { operatorEndpoints, playerEndpoints } from './endpoints.ts'
import { openFeed } from './feed/open-feed.ts'
import { watchAnnouncements } from './gifts/announcement-watch.ts'
import { createCallTurns } from './http/call-turns.ts'
import { createServer, listen } from './http/listen.ts'
import { keepAlarms } from './jobs/kept-alarms.ts'
import { createLive } from './live/live.ts'
import { createLogger } from './base/logger.ts'
import { startMailSender } from './mail/mail-sender.ts'
import { showsPracticeMail } from './mail/practice-mail.ts'
import { createMailTransport } from './mail/mail-transport.ts'
import { MESSAGE_NEWS } from './messages/message-news.ts'
import { startPushSender } from './push/push-sender.ts'
import { keptOffers, refuseLongWagering } from './promotions/wager-multiple.ts'
import { watchRounds } from './play/lapse-rounds.ts'
import { createReceiptKeys } from './play/receipt-keys.ts'
import { besideEachOther, createOperatorApp } from './operator-app.ts'
import { createPlayEngine } from './play/play-engine.ts'
import { newsOf } from './play/post-plays.ts'
import { createBetTeller } from './public-play/bet-teller.ts'
import { countPlayersNow } from './public-play/players-now.ts'
import { keepRecentBets } from './public-play/recent-bets.ts'
import { fillDemoGames } from './providers/fill-demo-games.ts'
import { watchProviderRounds } from './providers/lapse-rounds.ts'
import { createRateSource } from './rates/rate-source.ts'
import { watchRates } from './rates/rate-watch.ts'
import { createRates } from './rates/rates.ts'
import { refuseLargeShares } from './rewards/budget.ts'
import { watchGifts } from './rewards/gift-watch.ts'
import { watchRaces } from './rewards/race-watch.ts'
import { keepEarlierWays } from './responsible-play/player-ways.ts'
import { hashBuild, watchSeals } from './seal/seal-watch.ts'
import { signPracticeMoney } from './signer/sign-practice-money.ts'
import { openServerClock } from './base/server-clock.ts'
import { serveMetrics } from './base/metrics-server.ts'
import { openTraces } from './base/open-traces.ts'
import { StartupError } from './base/startup-error.ts'
import { VERSION } from './base/version.ts'
import { createScrape } from './system/scrape.ts'
import { openEvmDepositChains } from './wallet-deposits/evm-deposit-chain.ts'
import { createPracticeNodes } from './wallet-deposits/practice-node.ts'
import { evmRound } from './wallet-deposits/evm-round.ts'
import { watchNftPictures } from './wallets/nfts/nft-picture-watch.ts'
import { rememberHouseAddresses } from './withdrawals/house-addresses.ts'
import { WITHDRAWAL_NEWS } from './withdrawals/withdrawal-news.ts'

const STOP_TIMEOUT_MS = 5_000

try {
  await start()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  refuseSignerKey(process.env)
  const logger = createLogger(config.logLevel)
  const unknown = unknownSettings(process.env, aboutAllVariables())
  if (unknown.length > 0) {
    logger.warn({ variables: unknown }, 'unknown variables are set: mistyped, or of another release?')
  }
  const stopTraces = await openTraces({ endpoint: config.metrics.tracesUrl, service: 'koi', logger })
  const database = await openDatabase(config, logger)
  /** Everything except the server; the database is closed after all that uses it. */
  const closers = [database.close, stopTraces]
  const close = async () => {
    for (const each of closers) await each()
  }
  try {
    const { db, changes } = database
    const freeRounds = config.mode === 'practice'
    await migrate(db, (trx) => seed(trx, config.coins, { ...config.profile.bonus, freeRounds }))
    closers.unshift(keepAlarms(db))
    refuseLongWagering(
      await keptOffers(db, await readDatabaseTime(db)),
      config.profile.bonus.maxWagerMultiple,
    )
    refuseLargeShares(config.rewards, await largestRelease(db))
    const reads = await openReads(config, database, logger)
    closers.unshift(reads.close)
    await requireSameMoney(db, config.tron.network, database.description)
    const clock = await openServerClock({ askDatabase: () => readDatabaseTime(db), logger })
    closers.unshift(clock.stop)
    if (config.mode === 'practice') await grantToEarlierAccounts(db, clock)
    const feed = await openFeed(config, db, logger)
    closers.unshift(feed.close)
    const secrets = await openSecrets(db, config.secretKey)
    await keepEarlierWays(db, secrets)
    const transport = createMailTransport(config, logger)
    const mail = startMailSender({ db, secrets, clock, transport, logger })
    const everyMs = config.ledgerCheckMinutes * 60_000
    const views = openViews(config)
    const ledger = watchLedger({
      db,
      clock,
      logger,
      everyMs,
      views,
      terms: booksTermsOf(config),
    })
    const chain = await openDepositChain(db, config.tron, clock, {
      mark: config.tron.grid && (await openAddressMark(config.dataDir)),
      logger,
    })
    const maxAgeMs = config.rates && config.rates.maxAgeMinutes * 60_000
    const rates = createRates({ clock, maxAgeMs })
    const deposits = watchDeposits({
      db,
      chain,
      clock,
      logger,
      rates,
      onCredited: grantBonus,
      // The practice chain costs nothing to read; TronGrid counts requests.
      everyMs: chain.practice ? Math.min(config.tron.practiceBlockMs, 1_000) : 10_000,
      changes: chain.practice && changes,
      tell: createDepositNotifier(db, feed, chain.network.chain),
    })
    const evmChains = await openEvmDepositChains(db, config.evm, clock, logger)
    await rememberHouseAddresses(
      db,
      [...config.evm.map(({ recipient }) => recipient), ...[...config.treasuries.values()].flat()],
      clock(),
    )
    const evmWatches = evmChains.map((evm) =>
      watchChain({
        db,
        chain: evm.chain,
        clock,
        logger,
        round: (round) => evmRound({ db, chain: evm, logger, rates, onCredited: grantBonus, ...round }),
        everyMs: evm.practice ? Math.min(evm.practiceBlockMs, 1_000) : evm.pollMs,
        changes: evm.practice && changes,
        tell: createDepositNotifier(db, feed, evm.chain),
      }),
    )
    // Practice money is not covered by reserves.
    const reserves = watchReserves({ db, clock, logger, views: config.mode === 'live' ? views : [] })
    const arrivals = watchArrivals({
      db,
      clock,
      logger,
      chains: [
        ...(chain.practice ? [] : [chain.network.chain]),
        ...evmChains.flatMap((evm) => (evm.practice ? [] : [evm.chain])),
      ],
    })
    const topics = {
      balances: BALANCE_NEWS,
      deposits: DEPOSIT_NEWS,
      withdrawals: WITHDRAWAL_NEWS,
      messages: MESSAGE_NEWS,
    }
    const live = createLive({ db, feed, topics, clock, logger })
    const bonuses = watchBonuses({ db, clock, logger })
    closers.unshift(watchGifts({ db, clock, logger, config: config.rewards }))
    closers.unshift(watchAnnouncements({ db, secrets, clock, logger, terms: config.rewards }))
    const races = watchRaces({ db, clock, logger, terms: config.rewards })
    const rules = config.profile.play
    const keys = createReceiptKeys({ db, secrets, clock })
    // Clients must know a key before it signs.
    await keys.current()
    const betTeller = createBetTeller({ db, feed, logger })
    const play = createPlayEngine({
      db,
      secrets,
      clock,
      logger,
      config: config.play,
      rules,
      rates,
      keys,
      onTaken: (taken) => betTeller.note(taken.state.uid, newsOf(taken)),
    })
    closers.unshift(betTeller.stop)
    closers.unshift(play.close)
    const { drandUrls } = config
    const crash = createCrash({
      db,
      secrets,
      clock,
      logger,
      feed,
      plays: play.shared,
      compareClock: clock.isRight,
      isWatched: () => live.isFollowed('crash'),
      beacon:
        drandUrls === null
          ? practiceBeacon({ db, clock })
          : drandBeacon({ endpoints: drandUrls, clock, logger }),
    })
    closers.unshift(crash.close)
    crash.start()
    closers.unshift(watchRounds({ db, clock, logger, play }))
    await fillDemoGames({ db, clock, logger, config })
    if (config.providers.length > 0) closers.unshift(watchProviderRounds({ db, clock, logger }))
    const out = outputDir()
    closers.unshift(
      watchSeals({
        db,
        secrets,
        clock,
        logger,
        keys,
        build: { version: VERSION, files: out && hashBuild(out) },
        readCrashRounds: readRoundsOfDay,
      }),
    )
    closers.unshift(
      startCleanup(db, clock, logger),
      watchNftPictures({ db, feed, clock, logger, config }),
      mail.stop,
      startPushSender({ db, secrets, clock, config, logger }),
      ledger.stop,
      deposits.stop,
      arrivals.stop,
      reserves.stop,
      bonuses,
      races,
    )
    closers.unshift(...evmWatches.map(({ stop }) => stop))
    if (config.rates !== null) {
      const [first, second] = config.rates.sources
      const sources = [createRateSource(first), createRateSource(second)] as const
      const { maxDifferenceBps } = config.rates
      closers.unshift(watchRates({ db, clock, logger, sources, maxDifferenceBps }))
    }
    const stopping = new AbortController()
    const signer = await signPracticeMoney({ db, secrets, config, clock, logger, changes })
    if (signer) closers.unshift(signer.stop)
    const limits = createRateLimits(db, clock)
    const recentBets = keepRecentBets(db, feed)
    const playersNow = countPlayersNow(feed, clock)
    const turns = createCallTurns(config.databaseConnections)
    const { metrics } = config
    const scrape =
      metrics.port === null && metrics.token === null
        ? undefined
        : createScrape({
            db,
            clock,
            turns,
            ledger,
            arrivals,
            live,
            feed,
            load: database.load,
            chains: [chain.network.chain, ...evmChains.map((evm) => evm.chain)],
            arePricesRead: config.rates !== null,
          })
    const app = createApp({
      db,
      reads,
      isAlone: changes !== null,
      config,
      staticDir: out && join(out, 'client'),
      archiveDir: out && join(out, 'previous'),
      logger,
      clock,
      turns,
      scrape,
      problems: [
        async () => (stopping.signal.aborted ? 'it is stopping' : null),
        async () => clock.problem(),
        database.problem,
      ],
      ledger,
      arrivals,
      reserves,
      live,
      recentBets,
      playersNow,
      providerCalls: { rates, feed },
      practiceNodes: createPracticeNodes(db, evmChains),
      endpoints: playerEndpoints({
        db,
        reads,
        secrets,
        limits,
        clock,
        config,
        feed,
        announceMail: mail.wake,
        chain,
        evmChains,
        rates,
        play,
        crash,
        rules,
      }),
    })
    const operatorApp = createOperatorApp({
      db,
      clock,
      logger,
      config,
      staticDir: out && join(out, 'operator'),
      endpoints: operatorEndpoints({
        db,
        reads,
        secrets,
        limits,
        clock,
        config,
        announceMail: mail.wake,
        views,
        ledger,
        reserves,
      }),
    })
    const own = config.operator.listen
    const fetch = own === null ? besideEachOther(app, operatorApp) : app.fetch
    if (scrape && metrics.port !== null) {
      const served = await serveMetrics({ ...metrics, port: metrics.port, variable: 'METRICS_PORT', scrape })
      closers.unshift(served.close)
      logger.info({ host: metrics.host, port: served.port }, 'figures are served')
    }
    const players = await listen(() => createServer(fetch, config), config)
    const { address } = players
    const forOperators =
      own &&
      (await listen(() => createServer(operatorApp.fetch, config), {
        ...own,
        socket: null,
        stopDelaySeconds: config.stopDelaySeconds,
      }))
    const leave = async () => void (await Promise.all([players.leave(), forOperators?.leave()]))
    const servers = [...players.servers, ...(forOperators?.servers ?? [])]
    if (forOperators) logger.info({ address: forOperators.address }, 'the console listens')
    stopOnSignals(servers, { stopping, leave, endStreams: live.stop, close }, logger)
    if (config.wallets.projectId === null) {
      logger.info(
        'WALLETCONNECT_PROJECT_ID is not set: players can connect the wallets in their browser, and neither WalletConnect nor the list of wallets is shown (ids are free at https://dashboard.reown.com)',
      )
    }
    if (!signer) logger.info('withdrawals wait for `npm run signer`, a process of its own on this database')
    logger.info({ address, mode: config.mode, version: VERSION, node: process.version }, 'started')
    const ready = `Koi is ready at ${address} (${config.mode} mode, ${database.description})\n`
    process.stdout.write(config.mode === 'practice' ? ready + firstSteps(config) : ready)
  } catch (error) {
    await close()
    throw error
  }
}

function firstSteps(config: Config): string {
  const code = showsPracticeMail(config) ? 'the page shows the code of the mail' : 'the code comes by mail'
  return [
    `Try first: Account, then Register with any address; ${code}, and you get 1,000 USDT of practice money.`,
    'Or Connect a wallet, then Practice wallet: log in, deposit, withdraw. None of its money is real.',
    '',
  ].join('\n')
}

/** Only the signer may have the hot wallet's key: an attacker of the server must not get it. */
function refuseSignerKey(env: NodeJS.ProcessEnv): void {
  const given = ['SIGNER_KEY', 'SIGNER_KEY_FILE'].filter((name) => env[name])
  if (given.length === 0) return
  throw new StartupError(
    `${given.join(' and ')} must not be set for the server: only \`npm run signer\` reads it.`,
  )
}

/** `dist`, seen from the bundle inside it or from the sources; null when nothing has been built. */
function outputDir(): string | null {
  const candidates = ['..', '../dist'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return candidates.find((dir) => existsSync(join(dir, 'client/index.html'))) ?? null
}

interface Stopped {
  readonly stopping: AbortController
  /** Resolves when no new calls come. */
  readonly leave: () => Promise<void>
  readonly endStreams: () => Promise<void>
  readonly close: () => Promise<void>
}

function stopOnSignals(
  servers: readonly Server[],
  { stopping, leave, endStreams, close }: Stopped,
  logger: ReturnType<typeof createLogger>,
): void {
  const stop = async (exitCode: number): Promise<void> => {
    if (stopping.signal.aborted) return
    stopping.abort()
    // After an unexpected error nothing more is taken.
    if (exitCode === 0) await leave()
    const cutOff = setTimeout(
      () => servers.forEach((server) => server.closeAllConnections()),
      STOP_TIMEOUT_MS,
    )
    // Else a connection whose request ends only now would be kept open for the next one.
    const sweep = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), 50)
    // Streams do not end by themselves, and the server waits for every answer.
    await endStreams()
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    clearTimeout(cutOff)
    clearInterval(sweep)
    await close()
    process.exit(exitCode)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(130)
      logger.info({ signal }, 'stopping')
      stop(0).catch(() => process.exit(1))
    })
  }
  const die = (error: unknown): void => {
    logger.fatal({ err: error }, 'unexpected error')
    stop(1).catch(() => process.exit(1))
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
}
