import { randomBytes } from 'node:crypto'
import { API_BASE } from '#contract/api-base.ts'
import type { BodyOf, DataOf, Endpoint } from '#contract/endpoint.ts'
import { accountEndpoints } from '#server/endpoints.ts'
import type { Served } from '#server/http/mount-endpoint.ts'
import { createPlayEngine, type PlayEngine } from '#server/play/play-engine.ts'
import { freeRoundEndpoints } from '#server/gifts/gifts.endpoints.ts'
import { playEndpoints } from '#server/play/play.endpoints.ts'
import { readPlayerState } from '#server/play/player-state.ts'
import { sealProofEndpoints } from '#server/seal/seals.endpoints.ts'
import { createRates } from '#server/rates/rates.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { createRateLimits } from '#server/identity/rate-limits.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import type { WithdrawalServices } from '#server/withdrawals/withdrawals.endpoints.ts'
import { openSession } from '#server/identity/sessions.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { createLogger, type Logger } from '#server/base/logger.ts'

export const PASSWORD = 'correct horse battery'
export const ORIGIN = 'https://koi.example'

interface Input<E extends Endpoint> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: BodyOf<E>
  /** Bytes of an upload, with their media type. */
  readonly upload?: readonly [string, Uint8Array]
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer<E extends Endpoint> {
  readonly status: number
  /** `ok`, or the code of the failure. */
  readonly code: string
  /** @throws if the call failed */
  readonly data: DataOf<E>
}

interface MoreServices extends Pick<WithdrawalServices, 'db' | 'secrets' | 'clock'> {
  readonly logger: Logger
  readonly play: PlayEngine
}

/** Unique over all instances, because several may share a database. */
let count = 0

/** The account endpoints of the app, on a database whose clock the test moves. */
export async function createPlayers(
  db: Database,
  env: Record<string, string> = {},
  {
    time = { now: Date.parse('2026-06-01T12:00:00Z') },
    more = () => [],
    publish = () => undefined,
  }: {
    /** A clock of the test, which may run by itself. */
    readonly time?: { now: number }
    /** Further endpoints. */
    readonly more?: (made: MoreServices) => readonly Served[]
    /** Hears what other processes are told. */
    readonly publish?: WithdrawalServices['feed']['publish']
  } = {},
) {
  const config = readConfig({ PUBLIC_ORIGIN: ORIGIN, TRUST_PROXY: '1', ...env })
  const services: WithdrawalServices = {
    feed: { publish },
    db,
    secrets: await openSecrets(db, null),
    limits: createRateLimits(db, () => time.now),
    clock: () => time.now,
    config,
    announceMail: () => {},
  }
  const { secrets, limits, clock } = services
  const logger = createLogger('silent')
  const rates = createRates({ clock, maxAgeMs: config.rates && config.rates.maxAgeMinutes * 60_000 })
  const rules = config.profile.play
  /** The engine of another process, on its own connection. */
  const newEngine = (on: Database) =>
    createPlayEngine({
      db: on,
      secrets,
      clock,
      logger,
      config: config.play,
      rules,
      rates,
      // Hundreds of parallel calls would exceed the usual time.
      patienceMs: 120_000,
    })
  const play = newEngine(db)
  /** All that the server knows for the player's next bet, secrets included. */
  const stateOf = (uid: number) => readPlayerState({ db, secrets }, uid, time.now)
  const app = createApp({
    db,
    config,
    staticDir: null,
    logger,
    clock,
    endpoints: [
      ...accountEndpoints(services),
      ...playEndpoints({ db, secrets, limits, clock, play, rules }),
      ...freeRoundEndpoints(db, play),
      ...sealProofEndpoints({ db, secrets }),
      ...more({ db, secrets, clock, logger, play }),
    ],
  })
  const passwordHash = await hashPassword(PASSWORD)

  async function call<E extends Endpoint>(
    endpoint: E,
    { params = {}, query = {}, body, upload, headers = {} }: Input<E> = {},
  ): Promise<Answer<E>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const [type, content] = upload ?? ['application/json', body === undefined ? null : JSON.stringify(body)]
    const search = new URLSearchParams(query).toString()
    const response = await app.request(`${API_BASE}${path}${search && `?${search}`}`, {
      method: endpoint.method,
      headers: { ...headers, ...(content !== null && { 'content-type': type }) },
      body: content as BodyInit | null,
    })
    const answer = (await response.json()) as { data: DataOf<E>; code?: string; message?: string }
    return {
      status: response.status,
      code: answer.code ?? 'ok',
      get data() {
        if (answer.code === undefined) return answer.data
        throw new Error(`${endpoint.method} ${path}: ${answer.code} (${answer.message})`)
      },
    }
  }

  /** A player with an account, a session and their own network address. */
  async function newPlayer() {
    const nth = ++count
    const address = `10.${nth >> 8}.${nth & 255}.1`
    const email = `player${nth}@koi.example`
    const at = new Date(time.now)
    const { id: uid } = await db
      .insertInto('account')
      .values({
        email,
        password_hash: passwordHash,
        password_changed_at: at,
        locale: 'en-US',
        referral_code: randomBytes(4).toString('hex').toUpperCase(),
        adult_confirmed_at: at,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      'x-forwarded-for': address,
    }
    const session = () => {
      const caller = {
        address,
        userAgent: headers['user-agent'],
        device: null,
        origin: ORIGIN,
        logger: createLogger('silent'),
      }
      return openSession(db, uid, { method: 'password', caller, now: time.now })
    }
    const token = await session()
    return {
      uid,
      email,
      token,
      headers,
      /** Opens another session of the player. @returns its token */
      session,
      call: <E extends Endpoint>(endpoint: E, input: Input<E> = {}) =>
        call(endpoint, { ...input, headers: { ...headers, 'access-token': token, ...input.headers } }),
      /** Kinds of the player's queued mails, oldest first. */
      mails: async () => {
        const rows = await db
          .selectFrom('mail')
          .select('kind')
          .where('recipient', '=', email)
          .orderBy('id')
          .execute()
        return rows.map(({ kind }) => kind)
      },
    }
  }

  /** Moves the clock; sessions stay valid, as if their players had used them. */
  async function wait(ms: number): Promise<void> {
    time.now += ms
    await db
      .updateTable('session')
      .set({ last_used_at: new Date(time.now), expires_at: new Date(time.now + 3_600_000) })
      .execute()
  }

  return { app, services, play, newEngine, stateOf, time, call, newPlayer, wait }
}
export type Players = Awaited<ReturnType<typeof createPlayers>>
export type Player = Awaited<ReturnType<Players['newPlayer']>>
