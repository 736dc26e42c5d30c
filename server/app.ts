import { Hono } from 'hono'
import * as v from 'valibot'
import { API_BASE } from '#contract/api-base.ts'
import type { GameSummary } from '#contract/games.ts'
import { WinKeySchema } from '#contract/win-links.ts'
import { createAnswerCache } from './base/answer-cache.ts'
import { listGames } from './catalogue/catalogue.queries.ts'
import type { FairTurns } from './base/fair-turns.ts'
import type { Config } from '#server/config/config.ts'
import { publicEndpoints, type PublicOptions } from './endpoints.ts'
import { createCallTurns, createTurnOf } from './http/call-turns.ts'
import { limitCallsInFlight } from './http/calls-in-flight.ts'
import { directStreams } from './http/direct-streams.ts'
import { CATALOGUE_KEEP_MS, mountEndpoints, respondToError, type Served } from './http/mount-endpoint.ts'
import { practiceBrowser } from './http/practice-browser.ts'
import { failureResponse } from './http/refusal-response.ts'
import { requestLog, type RequestVariables } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createSessionReader } from './identity/session-reader.ts'
import { createTokenPlayers } from './identity/token-players.ts'
import { showsPracticeMail } from './mail/practice-mail.ts'
import { gameOfPage, gamePlayedAt } from './site/preload.ts'
import { mountMetrics } from './system/metrics.ts'
import { createStaticFiles } from './site/static.ts'
import { readWinPreview, type Preview } from './win-links/win-preview.ts'

const FIRST_COVERS = 9

export interface AppOptions extends Omit<PublicOptions, 'config' | 'coverOf' | 'readFile'> {
  readonly config: PublicOptions['config'] & Pick<Config, 'publicOrigin' | 'databaseConnections' | 'metrics'>
  readonly staticDir: string | null
  readonly archiveDir?: string | null
  /** Endpoints of players, which need more than the database. */
  readonly endpoints?: readonly Served[]
  /** Turns at the database, which all calls share. */
  readonly turns?: FairTurns
  /** All figures, for who watches over the server. */
  readonly scrape?: (() => Promise<string>) | undefined
}

export function createApp(options: AppOptions) {
  const { db, config, staticDir, archiveDir, logger, clock, scrape, endpoints = [] } = options
  const app = new Hono<{ Variables: RequestVariables }>()
  const files = createStaticFiles(staticDir, archiveDir ?? null, {
    imagesOf,
    previewOf,
    mode: config.mode,
    publicOrigin: config.publicOrigin,
  })
  const open = publicEndpoints({ ...options, coverOf, readFile: files.read })
  const lobby = createAnswerCache<GameSummary[]>(clock, CATALOGUE_KEEP_MS)

  const players = createTokenPlayers()
  const { turns = createCallTurns(config.databaseConnections) } = options
  const turnOf = createTurnOf({ turns, players, trustProxy: config.trustProxy })
  app.use(directStreams(), requestLog(logger, config), securityHeaders(config, files.scriptHashes))
  app.use(`${API_BASE}/*`, limitCallsInFlight({ trustProxy: config.trustProxy, playerOf: players.of }))
  if (showsPracticeMail(config)) app.use(`${API_BASE}/*`, practiceBrowser())

  mountEndpoints(app, [...open.endpoints, ...endpoints], {
    clock,
    trustProxy: config.trustProxy,
    authenticate: createSessionReader(db, clock),
    players,
    turns,
  })
  open.mount(app, turnOf)
  const { port, token } = config.metrics
  if (scrape && port === null && token !== null) mountMetrics(app, { scrape, token })

  app.all(`${API_BASE}/*`, () => failureResponse('not_found', 'The API has no such address'))
  app.all('*', (c) => files.respond(c.req.raw))
  app.onError((error, c) => respondToError(c, error))
  return app

  /** Covers on the first screen. Without the database only the hint is missing. */
  async function imagesOf(path: string): Promise<readonly string[]> {
    const slug = gameOfPage(path) ?? gamePlayedAt(path)
    if (slug !== null) return files.version(coverPath(slug)) === null ? [] : [coverOf(slug)]
    if (path !== '/games') return []
    const shown = await lobby.get('games', () => listGames(db, coverOf)).catch(() => [])
    return shown.slice(0, FIRST_COVERS).map(({ cover }) => cover)
  }

  /** Without the database the page has the preview of all others. */
  async function previewOf(path: string): Promise<Preview | 'gone' | null> {
    const word = WIN_PAGE.exec(path)?.[1]
    if (word === undefined) return null
    const key = v.safeParse(WinKeySchema, word)
    if (!key.success) return 'gone'
    return readWinPreview(db, key.output).then(
      (preview) => preview ?? 'gone',
      () => null,
    )
  }

  function coverOf(slug: string): string {
    const path = coverPath(slug)
    const version = files.version(path)
    return version === null ? path : `${path}?v=${version}`
  }
}

const WIN_PAGE = /^\/w\/([^/]+)\/?$/

const coverPath = (slug: string) => `/covers/${slug}.svg`
