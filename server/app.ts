import { Hono } from 'hono'
import { API_BASE } from '#contract/api-base.ts'
import { listCoins as listCoinsEndpoint } from '#contract/coins.ts'
import { getConfig, type ServerConfig } from '#contract/config.ts'
import * as games from '#contract/games.ts'
import type { GameSummary } from '#contract/games.ts'
import { getHealth } from '#contract/health.ts'
import { listPromotions as listPromotionsEndpoint } from '#contract/promotions.ts'
import { getTransparency } from '#contract/transparency.ts'
import { mountAvatars } from './accounts/avatar.ts'
import type { Clock } from './base/clock.ts'
import { contentHash } from './base/content-hash.ts'
import { readSession } from './identity/sessions.ts'
import { getGame, listCategories, listGames, listProviders } from './catalogue/catalogue.queries.ts'
import { listCoins } from './coins/coins.queries.ts'
import type { Config } from './config.ts'
import type { Database } from './db/tables.ts'
import type { DepositEvents } from './deposits/deposit-events.ts'
import { mountDepositEvents } from './deposits/deposits.endpoints.ts'
import { createAnswerCache } from './base/answer-cache.ts'
import { failureResponse } from './http/refusal-response.ts'
import { createCallTurns, createTurnOf } from './http/call-turns.ts'
import { limitCallsInFlight } from './http/calls-in-flight.ts'
import { conditionalResponse } from './http/conditional.ts'
import { encodeBody } from './http/content-encoding.ts'
import { mountEndpoints, respondToError, served, type Served } from './http/mount-endpoint.ts'
import { practiceBrowser } from './http/practice-browser.ts'
import { requestLog, type RequestVariables } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createTokenPlayers } from './identity/token-players.ts'
import type { LedgerWatch } from './books/ledger-watch.ts'
import type { Logger } from './base/logger.ts'
import { showsPracticeMail } from './mail/practice-mail.ts'
import { listPromotions } from './promotions/promotions.queries.ts'
import { gameOfPage } from './site/preload.ts'
import { createStaticFiles } from './site/static.ts'
import { createHealth, type Problem } from './system/health.ts'
import { createOpenApiDocument } from './system/openapi.ts'
import { createTransparency } from './transparency/transparency.ts'
import { VERSION } from './base/version.ts'
import type { ChainNode } from './chains/chain-node.ts'
import { openWallets } from './wallets/wallets.endpoints.ts'

/** How long catalogue answers live in memory: an operator's change shows within this time. */
const CATALOGUE_KEEP_MS = 5_000
/** Tiles on the first screen of the games page on a phone. */
const FIRST_COVERS = 9

export interface AppOptions {
  readonly db: Database
  readonly config: Pick<
    Config,
    'mode' | 'chains' | 'wallets' | 'rates' | 'trustProxy' | 'publicOrigin' | 'smtpUrl'
  >
  /** The built client; null serves the API alone. */
  readonly staticDir: string | null
  /** Hashed assets of earlier releases; null when none are kept. */
  readonly archiveDir?: string | null
  readonly logger: Logger
  readonly clock: Clock
  /** Whose findings health tells; none where nobody checks the ledger. */
  readonly ledger?: Pick<LedgerWatch, 'health'>
  /** Tells players about their deposits; none where nobody watches the chain. */
  readonly depositEvents?: DepositEvents
  /** What else keeps the server from being ready. */
  readonly problems?: readonly Problem[]
  /** Endpoints of the domains that need more than the database: accounts, responsible play. */
  readonly endpoints?: readonly Served[]
  /** Practice chains by their EIP-155 ids, for wallets to speak to. */
  readonly practiceNodes?: ReadonlyMap<number, ChainNode>
}

/** The whole HTTP side of Koi as one fetch handler: API, app shell and files. */
export function createApp(options: AppOptions) {
  const {
    db,
    config,
    staticDir,
    archiveDir,
    logger,
    ledger,
    clock,
    depositEvents,
    problems = [],
    endpoints = [],
    practiceNodes = new Map(),
  } = options
  const app = new Hono<{ Variables: RequestVariables }>()
  const files = createStaticFiles(staticDir, archiveDir ?? null, {
    imagesOf,
    mode: config.mode,
    publicOrigin: config.publicOrigin,
  })
  const wallets = openWallets({ config, clock, logger, practiceNodes })
  const kept = { keepMs: CATALOGUE_KEEP_MS }
  const transparency = createTransparency({ db, clock, logger, ledger })
  const lobby = createAnswerCache<GameSummary[]>(clock, CATALOGUE_KEEP_MS)

  const players = createTokenPlayers()
  const turns = createCallTurns()
  const turnOf = createTurnOf({ turns, players, trustProxy: config.trustProxy })
  app.use(requestLog(logger), securityHeaders(config))
  app.use(`${API_BASE}/*`, limitCallsInFlight({ trustProxy: config.trustProxy, playerOf: players.of }))
  if (showsPracticeMail(config)) app.use(`${API_BASE}/*`, practiceBrowser())

  mountEndpoints(
    app,
    [
      served(getHealth, { needsNoTurn: true, handle: createHealth(db, VERSION, { ledger, problems }) }),
      served(getConfig, { ...kept, handle: async () => publicConfig(config) }),
      served(games.listGames, { ...kept, handle: () => listGames(db, coverOf) }),
      served(games.getGame, { ...kept, handle: ({ params }) => getGame(db, params.slug, coverOf) }),
      served(games.listCategories, { ...kept, handle: () => listCategories(db) }),
      served(games.listProviders, { ...kept, handle: () => listProviders(db) }),
      served(listCoinsEndpoint, { ...kept, handle: () => listCoins(db, config.rates !== null) }),
      served(getTransparency, { ...kept, needsNoTurn: true, handle: transparency }),
      served(listPromotionsEndpoint, { ...kept, handle: () => listPromotions(db, new Date(clock())) }),
      ...wallets.endpoints,
      ...endpoints,
    ],
    {
      clock,
      trustProxy: config.trustProxy,
      authenticate: (token) => readSession(db, token, clock()),
      players,
      turns,
    },
  )
  mountOpenApi(app, config)
  mountAvatars(app, db, turnOf)
  if (depositEvents) mountDepositEvents(app, depositEvents, turnOf)
  wallets.mount(app, turnOf)

  app.all(`${API_BASE}/*`, () => failureResponse('not_found', 'The API has no such address'))
  app.all('*', (c) => files.respond(c.req.raw))
  app.onError((error, c) => respondToError(c, error))
  return app

  /** Covers on the first screen; a database that fails only costs the hint. */
  async function imagesOf(path: string): Promise<readonly string[]> {
    const slug = gameOfPage(path)
    if (slug !== null) return files.version(coverPath(slug)) === null ? [] : [coverOf(slug)]
    if (path !== '/games') return []
    const shown = await lobby.get('games', () => listGames(db, coverOf)).catch(() => [])
    return shown.slice(0, FIRST_COVERS).map(({ cover }) => cover)
  }

  function coverOf(slug: string): string {
    const path = coverPath(slug)
    const version = files.version(path)
    return version === null ? path : `${path}?v=${version}`
  }
}

const coverPath = (slug: string) => `/covers/${slug}.svg`

function publicConfig({ mode, chains, wallets, smtpUrl }: AppOptions['config']): ServerConfig {
  const { projectId, relayUrl, hasNetworkView } = wallets
  return {
    mode,
    version: VERSION,
    chains: [...chains],
    mail: smtpUrl === null ? 'outbox' : 'smtp',
    wallet: { hasExplorer: projectId !== null, hasNetworkView, relayUrl },
    publicKeys: { walletConnectProjectId: projectId },
  }
}

function mountOpenApi(app: Hono<{ Variables: RequestVariables }>, { mode }: Pick<Config, 'mode'>): void {
  const json = Buffer.from(JSON.stringify(createOpenApiDocument(VERSION, mode)))
  const hash = contentHash(json)
  const encoded = encodeBody(json)
  app.get(`${API_BASE}/openapi.json`, async (c) =>
    conditionalResponse(c.req.raw, await encoded, hash, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  )
  app.all(`${API_BASE}/openapi.json`, () =>
    failureResponse('method_not_allowed', 'Only GET is possible here', { allow: 'GET, HEAD' }),
  )
}
