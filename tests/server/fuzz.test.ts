import { writeSync } from 'node:fs'
import fc from 'fast-check'
import { Kysely } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FailureSchema } from '#contract/envelope.ts'
import { accountEndpoints, operatorEndpoints } from '#server/endpoints.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { openSecrets, type Secrets } from '#server/identity/secrets.ts'
import type { WithdrawalServices } from '#server/withdrawals/withdrawals.endpoints.ts'
import { openSession } from '#server/identity/sessions.ts'
import { createApp } from '#server/app.ts'
import { createOperatorApp } from '#server/operator-app.ts'
import { openOperatorSession } from '#server/operators/operator-sessions.ts'
import { readConfig } from '#server/config/config.ts'
import { readsOf } from '#server/db/open-reads.ts'
import { migrate } from '#server/db/migrate.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import { seed } from '#server/seed.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { openDepositChain } from '#server/deposits/deposit-chain.ts'
import { crashEndpoints } from '#server/crash/crash.endpoints.ts'
import { createCrash, type Crash } from '#server/crash/crash.ts'
import { practiceBeacon } from '#server/crash/practice-beacon.ts'
import { createFeed } from '#server/feed/feed.ts'
import { memoryLine } from '#server/feed/memory-line.ts'
import { createPlayEngine } from '#server/play/play-engine.ts'
import { giftWheelEndpoints } from '#server/gifts/gift-wheel.endpoints.ts'
import { freeRoundEndpoints } from '#server/gifts/gifts.endpoints.ts'
import { winLinkEndpoints } from '#server/win-links/win-links.endpoints.ts'
import { playEndpoints } from '#server/play/play.endpoints.ts'
import { changeSeeds, readSeeds } from '#server/play/seed-pairs.ts'
import { createRates } from '#server/rates/rates.ts'
import { sealProofEndpoints } from '#server/seal/seals.endpoints.ts'
import { depositEndpoints } from '#server/deposits/deposits.endpoints.ts'
import { openEvmDepositChains } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { walletDepositEndpoints } from '#server/wallet-deposits/wallet-deposits.endpoints.ts'
import { createLogger } from '#server/base/logger.ts'
import { giveMoney } from '../support/books.ts'
import { callsOf, FUZZED, isOfOperators, problemOf, soundCallOf, tokenHeaderOf } from '../support/fuzz-api.ts'
import { openPGlite } from '../support/pglite.ts'
import { repeats } from '../core.ts'
import { failSayingSeed, TEST_SEED } from '../support/test-seed.ts'

/** Bodies for each endpoint. docs/measured.md reports `KOI_FUZZ=1000 npx vitest run tests/server/fuzz.test.ts`. */
const RUNS = Number(process.env['KOI_FUZZ'] ?? repeats(6, 600))
/** The app's own timeout: a later answer counts as hanging. */
const HANG_MS = 6_000
const FIRST_ROUND_MS = 60_000
/** Number of bodies between two lines of progress. A run of thousands takes a quarter of an hour. */
const REPORT_EVERY = 1_000

describe('fuzzed calls are refused in the error shape, never with 5xx, and never hang', () => {
  let db: Database
  let crash: Crash
  let app: ReturnType<typeof createApp>
  let passwordHash: string
  let consoleApp: ReturnType<typeof createOperatorApp>
  let token: string
  let operatorToken: string
  let secrets: Secrets
  let accounts = 0

  beforeAll(async () => {
    db = new Kysely<Tables>({ dialect: pgliteDialect(await openPGlite()) })
    await migrate(db, seed)
    passwordHash = await hashPassword('some password')
    const config = readConfig({})
    secrets = await openSecrets(db, null)
    const services: WithdrawalServices = {
      feed: { publish: () => undefined },
      db,
      secrets,
      // Rate limits would refuse most calls before they reach a handler.
      limits: {
        take: async () => 1,
        tryTake: async () => true,
        giveBack: async () => {},
        forget: async () => {},
      },
      clock: Date.now,
      announceMail: () => {},
      config,
    }
    const rates = createRates({ clock: Date.now, maxAgeMs: null })
    const chain = await openDepositChain(db, config.tron, Date.now)
    const chains = await openEvmDepositChains(db, config.evm, Date.now)
    const rules = config.profile.play
    const play = createPlayEngine({
      db,
      rates,
      config: config.play,
      rules,
      secrets: services.secrets,
      clock: Date.now,
      logger: createLogger('silent'),
    })
    const logger = createLogger('silent')
    crash = createCrash({
      db,
      logger,
      clock: Date.now,
      secrets: services.secrets,
      plays: play.shared,
      feed: await createFeed(memoryLine(), { logger }),
      beacon: practiceBeacon({ db, clock: Date.now }),
    })
    crash.start()
    app = createApp({
      db,
      config,
      staticDir: null,
      logger: createLogger('silent'),
      clock: services.clock,
      endpoints: [
        ...accountEndpoints(services),
        ...playEndpoints({ ...services, play, rules }),
        ...freeRoundEndpoints(services.db, play),
        ...winLinkEndpoints(services),
        ...giftWheelEndpoints({ db: services.db, clock: services.clock, play, rewards: config.rewards }),
        ...crashEndpoints({ crash, clock: Date.now }),
        ...sealProofEndpoints(services),
        ...depositEndpoints({ ...services, chain, rates }),
        ...walletDepositEndpoints({ ...services, rates, chains }),
      ],
    })
    consoleApp = createOperatorApp({
      db,
      config,
      logger,
      clock: services.clock,
      staticDir: null,
      endpoints: operatorEndpoints({ ...services, config, reads: readsOf(db), views: [] }),
    })
    const owner = { name: 'Owner', role: 'owner' } as const
    const joined = { joined_at: new Date(), removed_at: null, invited_by: null }
    const { id } = await db
      .insertInto('operator')
      .values({ ...owner, ...joined })
      .returning('id')
      .executeTakeFirstOrThrow()
    const entered = await openOperatorSession(db, { id, ...owner }, { address: '127.0.0.1', now: Date.now() })
    operatorToken = entered.token
    await logInAnew()
    // Crash takes no bets until its chain is made and its first round begins.
    await vi.waitFor(() => crash.snapshot(null), { timeout: FIRST_ROUND_MS })
  }, FIRST_ROUND_MS + 20_000)
  afterAll(async () => {
    await crash.close()
    await db.destroy()
  })

  async function logInAnew(): Promise<void> {
    accounts += 1
    const { id } = await db
      .insertInto('account')
      .values({
        email: `fuzz-${accounts}@example.test`,
        password_hash: passwordHash,
        password_changed_at: new Date(),
        locale: 'en-US',
        referral_code: String(accounts).padStart(8, '0'),
        adult_confirmed_at: new Date(),
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const caller = {
      address: '127.0.0.1',
      userAgent: '',
      device: null,
      origin: '',
      logger: createLogger('silent'),
    }
    token = await openSession(db, id, { method: 'password', caller, now: Date.now() })
    // Seeds and money, so that bets pass their first checks.
    const { nextServerSeedHash } = await readSeeds({ db, secrets }, id, Date.now())
    await changeSeeds({ db, secrets }, id, { clientSeed: 'carp', nextServerSeedHash }, Date.now())
    await giveMoney(db, { player: id, coin: 'usdt-tron', amount: 1_000_000_000n }, Date.now())
  }

  it.each(FUZZED.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (name, endpoint) => {
      // If all calls were refused by the first checks, no handler would be tested: one valid call must pass.
      const isOperators = isOfOperators(endpoint)
      const server = isOperators ? consoleApp : app
      const tokenNow = () => (isOperators ? operatorToken : token)
      const header = tokenHeaderOf(endpoint)
      const { path, init } = soundCallOf(endpoint, tokenNow())
      const sound = await withinTime(server.request(path, init))
      expect(await problemOf(sound.clone())).toBeNull()
      expect(await codeOf(sound)).not.toSatisfy((code) => AT_THE_DOOR.has(code), await sound.clone().text())
      if (sound.ok) await logInAnew()

      const statuses = new Map<number, number>()
      let calls = 0
      await fc
        .assert(
          fc.asyncProperty(callsOf(endpoint, 'TOKEN'), async ({ path, init }) => {
            const headers = new Headers(init.headers)
            if (headers.has(header)) headers.set(header, tokenNow())
            const response = await withinTime(server.request(path, { ...init, headers }))
            statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
            calls += 1
            if (calls % REPORT_EVERY === 0) report(`${name}: ${calls} calls, ${tally(statuses)}`)
            expect(await problemOf(response.clone())).toBeNull()
            // A call that logged out or closed the account must not make the others fail with 401.
            if (response.status === 401 && headers.has(header)) await logInAnew()
            if (response.ok && /logout|close|sessions/.test(path)) await logInAnew()
          }),
          { numRuns: RUNS, endOnFailure: true, seed: TEST_SEED },
        )
        .catch(failSayingSeed)
    },
    RUNS * 2_000 + 20_000,
  )
})

/** Codes of refusals that come before the code of the endpoint runs. */
const AT_THE_DOOR: ReadonlySet<string> = new Set([
  'unauthorized',
  'bad_request',
  'payload_too_large',
  'unsupported_media_type',
  'method_not_allowed',
])

/** Empty for a success. */
async function codeOf(response: Response): Promise<string> {
  if (response.ok) return ''
  return v.parse(FailureSchema, await response.clone().json()).code
}

async function withinTime(work: Response | Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), HANG_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** "400 × 4800, 401 × 200" */
const tally = (statuses: ReadonlyMap<number, number>) =>
  [...statuses].map(([status, times]) => `${status} × ${times}`).join(', ')

/** Written to the descriptor: Vitest holds output back until the test ends. */
const report = (line: string) => writeSync(1, `${line}\n`)
