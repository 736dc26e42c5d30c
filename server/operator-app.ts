import { Hono } from 'hono'
import { API_BASE } from '#contract/api-base.ts'
import type { Clock } from './base/clock.ts'
import type { Logger } from './base/logger.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/tables.ts'
import { createBatchTurns } from './http/call-turns.ts'
import { limitCallsInFlight } from './http/calls-in-flight.ts'
import { consoleHeaders } from './http/console-headers.ts'
import { mountEndpoints, respondToError, type Served } from './http/mount-endpoint.ts'
import { createOperatorGate } from './http/operator-gate.ts'
import { failureResponse } from './http/refusal-response.ts'
import { requestLog, type RequestVariables } from './http/request-log.ts'
import { createTokenPlayers } from './identity/token-players.ts'
import { CONSOLE_BASE, createConsoleFiles } from './site/console-files.ts'

/** Calls of operators that may use the database at the same time, beside those of players. */
const AT_ONCE = 3

interface OperatorAppOptions {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly config: Pick<Config, 'operator'>
  /** The built console; null without one. */
  readonly staticDir: string | null
  readonly endpoints: readonly Served[]
}

/** The console and its calls. It shares nothing with the players' app but the database. */
export function createOperatorApp({ db, clock, logger, config, staticDir, endpoints }: OperatorAppOptions) {
  const app = new Hono<{ Variables: RequestVariables }>()
  const { trustProxy } = config.operator
  const files = createConsoleFiles(staticDir)
  app.use(requestLog(logger, config.operator), consoleHeaders(config))
  app.use(`${API_BASE}/*`, limitCallsInFlight({ trustProxy, playerOf: () => undefined }))
  mountEndpoints(app, endpoints, {
    clock,
    trustProxy,
    // No call of the console is a player's.
    authenticate: async () => null,
    players: createTokenPlayers(),
    turns: createBatchTurns(AT_ONCE),
    operators: createOperatorGate({ db, clock }),
  })
  app.all(`${API_BASE}/*`, () => failureResponse('not_found', 'The API has no such address'))
  for (const path of [CONSOLE_BASE, `${CONSOLE_BASE}/*`]) app.all(path, (c) => files(c.req.raw))
  app.get('/', (c) => c.redirect(CONSOLE_BASE))
  app.all('*', (c) => c.text('Not found\n', 404))
  app.onError((error, c) => respondToError(c, error))
  return app
}

type Fetch = Hono['fetch']

/** Both on one port: each address belongs to one of them. */
export const besideEachOther =
  (players: { readonly fetch: Fetch }, operators: { readonly fetch: Fetch }): Fetch =>
  (request, ...rest) =>
    (isOfConsole(new URL(request.url).pathname) ? operators : players).fetch(request, ...rest)

const isOfConsole = (path: string) =>
  [CONSOLE_BASE, API_BASE + CONSOLE_BASE].some((base) => path === base || path.startsWith(`${base}/`))
