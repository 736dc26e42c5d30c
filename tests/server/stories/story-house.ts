import { randomBytes, randomUUID } from 'node:crypto'
import { createApp } from '#server/app.ts'
import { createLogger } from '#server/base/logger.ts'
import { booksTermsOf } from '#server/books/books-terms.ts'
import { expireBonuses } from '#server/bonuses/end-bonus.ts'
import { grantBonus } from '#server/bonuses/grant-bonus.ts'
import { ledgerDecimalsIn } from '#server/coins/coins.seed.ts'
import { readConfig } from '#server/config/config.ts'
import { createCrashChains } from '#server/crash/crash-chain.ts'
import { readRoundsOfDay } from '#server/crash/crash-day.ts'
import { newestRound } from '#server/crash/crash-rounds.ts'
import type { CrashTimes } from '#server/crash/crash-times.ts'
import { createCrash } from '#server/crash/crash.ts'
import { openPracticeChain } from '#server/chains/practice-chain.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Database } from '#server/db/tables.ts'
import { openDepositChain } from '#server/deposits/deposit-chain.ts'
import { playerEndpoints } from '#server/endpoints.ts'
import { createFeed, type Feed } from '#server/feed/feed.ts'
import { memoryLine } from '#server/feed/memory-line.ts'
import { createRateLimits } from '#server/identity/rate-limits.ts'
import { openSecrets, type Secrets } from '#server/identity/secrets.ts'
import { sendDueMail } from '#server/mail/mail-sender.ts'
import type { Delivery } from '#server/mail/mail-transport.ts'
import { lapseRounds } from '#server/play/lapse-rounds.ts'
import { createPlayEngine } from '#server/play/play-engine.ts'
import { newsOf } from '#server/play/post-plays.ts'
import { createReceiptKeys } from '#server/play/receipt-keys.ts'
import { createBetTeller } from '#server/public-play/bet-teller.ts'
import { createRates } from '#server/rates/rates.ts'
import { sealNextDay } from '#server/seal/seal-day.ts'
import { memoryJournal } from '#server/signer/journal.ts'
import { createPracticeSender } from '#server/signer/practice-sender.ts'
import type { SignerContext } from '#server/signer/signer-context.ts'
import { openSignerKey } from '#server/signer/signer-key.ts'
import { createSignerLease } from '#server/signer/signer-lease.ts'
import { signerRound } from '#server/signer/signer-round.ts'
import { emptyMemory } from '#server/signer/wallet-memory.ts'
import { openEvmDepositChains } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { rememberHouseAddresses } from '#server/withdrawals/house-addresses.ts'
import { testBeacon } from '../../support/crash-house.ts'
import { runRound } from '../../support/deposit-world.ts'
import { byStoryClock, openStoryClock, type StoryClock } from './story-clock.ts'

const MINUTE_MS = 60_000
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS
const BLOCK_MS = 1_000
/** Time after which a transfer on the practice chain is final. */
export const FINAL_MS = 25 * BLOCK_MS

/** Rounds wait for the story to move the clock, on a slow machine too. A jump of the clock must not change the leader. */
const STORY_TIMES: CrashTimes = {
  bettingMs: 10 * MINUTE_MS,
  lateBetsMs: 1,
  beaconMs: MINUTE_MS,
  aheadMs: 10,
  drainMs: 1,
  pauseMs: 1,
  beatMs: YEAR_MS / 1_000,
  leaseMs: YEAR_MS,
  watchMs: 100,
  restAfterMs: 30 * MINUTE_MS,
}

const config = readConfig({
  PUBLIC_ORIGIN: 'http://localhost',
  TRUST_PROXY: '1',
  PRACTICE_BLOCK_MS: String(BLOCK_MS),
})
const terms = booksTermsOf(config)
/** Holds the leases of all background work. */
const HOLDER = randomUUID()

type Process = Awaited<ReturnType<typeof openProcess>>

interface Shared {
  readonly url: string
  readonly clock: StoryClock
  readonly feed: Feed
  readonly beacon: ReturnType<typeof testBeacon>
  /** Called with each error line of the log. */
  readonly onError: (line: string) => void
}

/** A server as `server/main.ts` makes it, without background work: a story runs that with `work`. */
async function openProcess({ url, clock: { now: clock }, feed, beacon, onError }: Shared) {
  const logger = createLogger('error', { write: onError })
  const database = await openDatabase({ databaseUrl: url, databaseConnections: 6, dataDir: '' }, logger)
  const { db } = database
  const secrets = await openSecrets(db, config.secretKey)
  const keys = createReceiptKeys({ db, secrets, clock })
  await keys.current()
  const rates = createRates({ clock, maxAgeMs: null })
  const chain = await openDepositChain(db, config.tron, clock)
  const evmChains = await openEvmDepositChains(db, config.evm, clock)
  const rules = config.profile.play
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
  const crash = createCrash({
    db,
    secrets,
    clock,
    logger,
    feed,
    plays: play.shared,
    beacon,
    times: STORY_TIMES,
    chainLength: 512,
  })
  crash.start()
  const limits = createRateLimits(db, clock)
  const app = createApp({
    db,
    isAlone: false,
    config,
    staticDir: null,
    logger,
    clock,
    endpoints: playerEndpoints({
      db,
      secrets,
      limits,
      clock,
      config,
      feed,
      announceMail: () => {},
      chain,
      evmChains,
      rates,
      play,
      crash,
      rules,
    }),
  })
  return {
    db,
    app,
    secrets,
    keys,
    chain,
    play,
    logger,
    async close() {
      await crash.close()
      await play.close()
      await betTeller.stop()
      await database.close()
    },
  }
}

/** Two processes of a server on their own database, with all background work. */
export async function openStoryHouse(databaseUrl: string) {
  const errors: string[] = []
  const logger = createLogger('silent')
  const url = byStoryClock(databaseUrl)
  const { db, close: closeDatabase } = await openDatabase(
    { databaseUrl: url, databaseConnections: 2, dataDir: '' },
    logger,
  )
  const clock = await openStoryClock(db)
  const beacon = testBeacon(clock.now)
  const feed = await createFeed(memoryLine(), { logger })
  const shared: Shared = { url, clock, feed, beacon, onError: (line) => void errors.push(line) }
  const processes = [await openProcess(shared), await openProcess(shared)]
  const process = (n: number): Process => {
    const found = processes[n % processes.length]
    if (!found) throw new Error('There is no process')
    return found
  }
  const secrets = await openSecrets(db, config.secretKey)
  const chains = createCrashChains({ db, secrets, clock: clock.now })
  beacon.hashNow = async () => {
    const row = await newestRound(db)
    return row ? chains.hashOf(row.chain, row.game) : ''
  }
  const signer = await openSigner(db, secrets, clock)

  return {
    db,
    clock,
    beacon,
    terms,
    process,
    errors: (): readonly string[] => errors,
    /** @returns true if the process led Crash; another one leads now or soon */
    async restart(n: number): Promise<boolean> {
      const leader = () => db.selectFrom('crash_leader').select(['epoch', 'holder']).executeTakeFirstOrThrow()
      const before = await leader()
      await process(n).close()
      processes[n % processes.length] = await openProcess(shared)
      const { epoch, holder } = await leader()
      return holder === null || epoch !== before.epoch
    },
    /** Does the due work of servers, watchers and signers. */
    async work() {
      const { keys, chain, play, logger: log } = process(0)
      const now = clock.now()
      await runRound(db, chain, now, { holder: HOLDER, onCredited: grantBonus })
      await signerRound(signer)
      await lapseRounds({ db, play, logger: log }, now)
      await expireBonuses(db, now)
      const build = { version: '1.0.0', files: null }
      const sealing = { db, secrets, clock: clock.now, keys, build, readCrashRounds: readRoundsOfDay }
      while ((await sealNextDay(sealing)) !== null);
    },
    /** Mail queued since the last call, the oldest first. */
    async readMail(): Promise<Delivery[]> {
      const sent: Delivery[] = []
      const transport = { send: async (mail: Delivery) => void sent.push(mail), close: () => {} }
      await sendDueMail({ db, secrets, clock: clock.now, transport, logger })
      return sent
    },
    async close() {
      for (const each of processes) await each.close()
      await feed.close()
      await closeDatabase()
    },
  }
}
export type StoryHouse = Awaited<ReturnType<typeof openStoryHouse>>

async function openSigner(db: Database, seals: Secrets, { now: clock }: StoryClock): Promise<SignerContext> {
  const practice = await openPracticeChain(db, clock, BLOCK_MS)
  const key = openSignerKey(randomBytes(32))
  const sender = createPracticeSender(practice, key, clock)
  await rememberHouseAddresses(db, [key.address], clock())
  const coinRules = {
    floors: new Map(),
    limits: new Map(),
    mustKnow: false,
    decimals: ledgerDecimalsIn(config.coins),
  }
  return {
    db,
    sender,
    key,
    coinRules,
    clock,
    seals,
    logger: createLogger('silent'),
    leaseMs: MINUTE_MS,
    limits: { reviewFrom: 10n ** 12n, perDay: 10n ** 12n },
    memory: emptyMemory(),
    refusals: new Map(),
    toldShort: new Map(),
    resting: new Map(),
    journal: memoryJournal(),
    votes: { origin: null, fourEyes: 10n ** 12n, maxPriceAgeMs: null, trustsAll: false },
    lease: createSignerLease(db, sender.chain, HOLDER, MINUTE_MS),
  }
}
