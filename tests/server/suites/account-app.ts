import { DEVICE_HEADER } from '#contract/device.ts'
import { accountEndpoints } from '#server/endpoints.ts'
import { createRateLimits } from '#server/identity/rate-limits.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import type { WithdrawalServices } from '#server/withdrawals/withdrawals.endpoints.ts'
import { createApp, type AppOptions } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { openDepositChain } from '#server/deposits/deposit-chain.ts'
import { BALANCE_NEWS } from '#server/balances/balance-news.ts'
import { DEPOSIT_NEWS } from '#server/deposits/deposit-news.ts'
import { crashEndpoints } from '#server/crash/crash.endpoints.ts'
import { createCrash } from '#server/crash/crash.ts'
import { practiceBeacon } from '#server/crash/practice-beacon.ts'
import { createFeed } from '#server/feed/feed.ts'
import { memoryLine } from '#server/feed/memory-line.ts'
import { createLive } from '#server/live/live.ts'
import { MESSAGE_NEWS } from '#server/messages/message-news.ts'
import { WITHDRAWAL_NEWS } from '#server/withdrawals/withdrawal-news.ts'
import { createPlayEngine } from '#server/play/play-engine.ts'
import { newsOf } from '#server/play/post-plays.ts'
import { createBetTeller } from '#server/public-play/bet-teller.ts'
import { countPlayersNow } from '#server/public-play/players-now.ts'
import { keepRecentBets } from '#server/public-play/recent-bets.ts'
import { giftWheelEndpoints } from '#server/gifts/gift-wheel.endpoints.ts'
import { freeRoundEndpoints } from '#server/gifts/gifts.endpoints.ts'
import { winLinkEndpoints } from '#server/win-links/win-links.endpoints.ts'
import { playEndpoints } from '#server/play/play.endpoints.ts'
import { sealProofEndpoints } from '#server/seal/seals.endpoints.ts'
import { createRates } from '#server/rates/rates.ts'
import { depositEndpoints } from '#server/deposits/deposits.endpoints.ts'
import { openEvmDepositChains } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { walletDepositEndpoints } from '#server/wallet-deposits/wallet-deposits.endpoints.ts'
import { createPracticeNodes } from '#server/wallet-deposits/practice-node.ts'
import { createLogger } from '#server/base/logger.ts'
import { sendDueMail } from '#server/mail/mail-sender.ts'
import type { Delivery } from '#server/mail/mail-transport.ts'
import type { TestBackend } from './test-backend.ts'

export const PASSWORD = 'carp in the quiet pond'
const SECRET_KEY = '5a'.repeat(32)

export interface Call {
  readonly body?: unknown
  readonly token?: string
  readonly from?: string
  readonly userAgent?: string
  /** The device key that the app sends. */
  readonly device?: string
}

export interface Answer {
  readonly status: number
  readonly data: Record<string, unknown> & { token: string }
  readonly code: string
  readonly message?: string
  readonly retryAfterS?: number
  readonly result?: unknown
  readonly fields?: readonly string[]
}

/** The whole app on its own database, with a clock that the test moves and mail that it reads. */
export async function openAccountApp(backend: TestBackend) {
  const db = await backend.fresh()
  return makeAccountApp(db)
}

/** Another process on the same database. */
export async function makeAccountApp(
  db: Database,
  {
    env = {},
    ...options
  }: Pick<AppOptions, 'problems' | 'reads' | 'isAlone' | 'scrape'> & {
    readonly env?: Record<string, string>
  } = {},
) {
  const lines: string[] = []
  const logger = createLogger('trace', { write: (line) => void lines.push(line) })
  const time = { now: Date.parse('2026-06-01T12:00:00Z') }
  const clock = () => time.now
  const config = readConfig({
    TRUST_PROXY: '1',
    PUBLIC_ORIGIN: 'http://localhost',
    KOI_SECRET_KEY: SECRET_KEY,
    ...env,
  })
  const secrets = await openSecrets(db, config.secretKey)
  const limits = createRateLimits(db, clock)
  const feed = await createFeed(memoryLine(), { logger })
  const services: WithdrawalServices = {
    db,
    reads: options.reads,
    secrets,
    limits,
    clock,
    config,
    feed,
    announceMail: () => {},
  }
  const chain = await openDepositChain(db, config.tron, clock)
  const chains = await openEvmDepositChains(db, config.evm, clock)
  const rates = createRates({ clock, maxAgeMs: null })
  const rules = config.profile.play
  const betTeller = createBetTeller({ db, feed, logger, everyMs: 20 })
  const play = createPlayEngine({
    db,
    secrets,
    clock,
    logger,
    config: config.play,
    rules,
    rates,
    onTaken: (taken) => betTeller.note(taken.state.uid, newsOf(taken)),
  })
  const crash = createCrash({
    db,
    secrets,
    clock,
    logger,
    feed,
    plays: play.shared,
    beacon: practiceBeacon({ db, clock }),
  })
  const topics = {
    balances: BALANCE_NEWS,
    deposits: DEPOSIT_NEWS,
    withdrawals: WITHDRAWAL_NEWS,
    messages: MESSAGE_NEWS,
  }
  const live = createLive({ db, feed, topics, clock, logger, beatMs: 100 })
  const app = createApp({
    db,
    config,
    staticDir: null,
    logger,
    clock,
    live,
    recentBets: keepRecentBets(db, feed),
    playersNow: countPlayersNow(feed, clock),
    ...options,
    practiceNodes: createPracticeNodes(db, chains),
    endpoints: [
      ...accountEndpoints(services),
      ...playEndpoints({ db, secrets, limits, clock, play, rules }),
      ...freeRoundEndpoints(db, play),
      ...winLinkEndpoints({ db, secrets, limits, clock }),
      ...giftWheelEndpoints({ db, clock, play, rewards: config.rewards }),
      ...sealProofEndpoints({ db, secrets }),
      ...crashEndpoints({ crash, clock }),
      ...depositEndpoints({ db, limits, clock, chain, rates }),
      ...walletDepositEndpoints({ db, limits, clock, chains, rates }),
    ],
  })

  const call = async (method: string, path: string, { body, token, from, userAgent, device }: Call = {}) => {
    const response = await app.request(`http://localhost/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': from ?? '198.51.100.1',
        'user-agent': userAgent ?? 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        // The app's own pages send it.
        'sec-fetch-site': 'same-origin',
        ...(device !== undefined && { [DEVICE_HEADER]: device }),
        ...(token !== undefined && { 'access-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...((await response.json()) as object) } as Answer
  }

  /** Sends queued mail, and returns it, oldest first. */
  const readMail = async (): Promise<Delivery[]> => {
    const sent: Delivery[] = []
    const transport = { send: async (mail: Delivery) => void sent.push(mail), close: () => {} }
    await sendDueMail({ db, secrets, clock, transport, logger })
    return sent.sort((a, b) => Number(a.id) - Number(b.id))
  }

  const forgetLimits = async () => void (await db.deleteFrom('rate_limit').execute())

  /** @returns the code from the mail; undefined if no mail came */
  const requestCode = async (
    email: string,
    purpose: 'register' | 'reset',
    { locale = 'en-US', ...caller }: Call & { locale?: string } = {},
  ) => {
    await forgetLimits()
    const query = new URLSearchParams({ email, purpose, locale })
    await call('GET', `/user/email-code?${query.toString()}`, caller)
    const mail = (await readMail()).find(({ to }) => to === email)
    return /^\d{6}/.exec(mail?.subject ?? '')?.[0]
  }

  /** @returns the token of the first session */
  const register = async (email: string, more: object = {}, from?: string, device?: string) => {
    const caller = { ...(from !== undefined && { from }), ...(device !== undefined && { device }) }
    const emailCode = await requestCode(email, 'register', caller)
    const body = { email, password: PASSWORD, emailCode, isAdult: true, ...more }
    const answer = await call('POST', '/user/register', { body, ...caller })
    await readMail()
    if (answer.status !== 200) throw new Error(`Not registered: ${answer.code}`)
    return answer.data.token
  }

  const logIn = (email: string, password = PASSWORD, more: Call = {}) =>
    call('POST', '/auth/login', { body: { email, password }, ...more })

  return {
    db,
    app,
    services,
    chain,
    chains,
    rates,
    feed,
    live,
    lines,
    time,
    call,
    readMail,
    forgetLimits,
    requestCode,
    register,
    logIn,
  }
}
