import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { API_BASE } from '#contract/api-base.ts'
import type { DataOf, Endpoint, ParsedRequest } from '#contract/endpoint.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import type { Clock } from '#server/base/clock.ts'
import { contentHash } from '#server/base/content-hash.ts'
import { Refusal } from '#server/base/refusal.ts'
import { outsideCalls } from '#server/db/call-scope.ts'
import type {
  Caller,
  CallerOperator,
  CallerSession,
  OperatorCaller,
  PlayerCaller,
} from '#server/identity/caller.ts'
import { failureResponse, toRefusal } from './refusal-response.ts'
import { queueKeyOf } from './call-turns.ts'
import { callerOf } from './caller.ts'
import { conditionalResponse } from './conditional.ts'
import { encodeBody, type EncodedBody } from './content-encoding.ts'
import type { FairTurns } from '#server/base/fair-turns.ts'
import type { DetachedCalls } from '#server/base/detached-calls.ts'
import { operatorTokenOf, type OperatorGate } from './operator-gate.ts'
import { requireOwnPage } from './own-pages.ts'
import { readRequest } from './read-request.ts'
import type { RequestVariables } from './request-log.ts'
import type { SessionReader } from '#server/identity/session-reader.ts'
import type { TokenPlayers } from '#server/identity/token-players.ts'
import { turnOfCall } from './turn-of-call.ts'

type App = Hono<{ Variables: RequestVariables }>
type AppContext = Context<{ Variables: RequestVariables }>
type CallerOf<E extends Endpoint> = E['access'] extends 'player'
  ? PlayerCaller
  : E['access'] extends 'operator'
    ? OperatorCaller
    : E['access'] extends 'optional'
      ? Caller | PlayerCaller
      : Caller

interface Answer {
  readonly body: EncodedBody
  readonly hash: string
}

/** An operator's change of the catalogue shows after at most this time. */
export const CATALOGUE_KEEP_MS = 5_000

interface Serving<E extends Endpoint> {
  /** Milliseconds that the answer is cached for all callers; 0 for no cache. */
  readonly keepMs?: number
  /**
   * For requests that use other services than the database, or must be answered under any load: it waits for no turn.
   */
  readonly needsNoTurn?: true
  /** Awaited first. It is slow and not the database, so it holds no turn. */
  readonly ready?: () => Promise<unknown>
  /** Used instead of the turns of all requests. */
  readonly turns?: FairTurns
  /**
   * The request counts from its arrival and waits for no turn: it completes even if its caller disconnects. The
   * session is read at once, and retried for `RETRY_MS` while the database is away; a session that ends later
   * changes nothing.
   */
  readonly detached?: DetachedCalls
  readonly handle: (request: ParsedRequest<E>, caller: CallerOf<E>) => Promise<DataOf<E>>
}

export interface Served extends Serving<Endpoint> {
  readonly endpoint: Endpoint
}

export function served<E extends Endpoint>(endpoint: E, serving: Serving<E>): Served {
  return { endpoint, ...(serving as unknown as Serving<Endpoint>) }
}

export interface MountOptions {
  readonly clock: Clock
  readonly trustProxy: boolean
  readonly authenticate: SessionReader
  readonly players: TokenPlayers
  readonly turns: FairTurns
  /** Only where endpoints of operators are served. */
  readonly operators?: OperatorGate
}

/**
 * Serves endpoints of the contract. Refuses pages of other sites unless the endpoint is open to them, validates the
 * request, checks the session, parses the answer against the contract (so that nothing undeclared leaves the server),
 * compresses and tags it. Failures have the one shape of the contract.
 */
export function mountEndpoints(app: App, list: readonly Served[], options: MountOptions): void {
  for (const each of list) {
    app.on(each.endpoint.method, API_BASE + each.endpoint.path, createHandler(each, options))
  }
  const paths = new Set(list.map(({ endpoint }) => endpoint.path))
  for (const path of paths) {
    const methods = list.filter((each) => each.endpoint.path === path).map((each) => each.endpoint.method)
    const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    app.all(API_BASE + path, () =>
      failureResponse('method_not_allowed', `Only ${methods.join(' and ')} is possible here`, { allow }),
    )
  }
}

function createHandler(
  { endpoint, keepMs = 0, needsNoTurn, ready, turns: ownTurns, detached, handle }: Served,
  { clock, trustProxy, authenticate, players, turns, operators }: MountOptions,
) {
  const cache = createAnswerCache<Answer>(clock, keepMs)
  const AnswerSchema = v.object({ data: endpoint.data })
  const gate = endpoint.access === 'operator' ? requireGate(operators) : undefined
  if (gate && (keepMs > 0 || detached)) throw new Error(`${endpoint.path} must be in the log each time`)

  return async (c: AppContext): Promise<Response> => {
    try {
      if (!endpoint.isOpen) requireOwnPage(c)
      let caller = callerOf(c, c.get('logger'), trustProxy)
      const token = tokenFor(endpoint, c)
      const uid = token === null ? undefined : players.of(token)
      // A cached answer belongs to all callers, so it waits in a queue of its own.
      const key = keepMs > 0 ? 'kept' : queueKeyOf(uid, caller.address)
      const turn = turnOfCall(needsNoTurn || detached ? null : (ownTurns ?? turns), key)
      const callerOfToken = async () =>
        token === null ? caller : { ...caller, session: await sessionOf(token) }
      // Uploads: the session is checked before the file is read. Other bodies are read first: a slow sender holds no
      // turn.
      const uploader = endpoint.upload && (await turn.run((step) => step(callerOfToken)))
      const reading = readRequest(c, endpoint)
      await reading.catch(() => {})
      // A sender who holds back the end of a request must not count as early.
      if (c.get('isBodyLate')) caller = { ...caller, receivedAt: performance.now() }
      const runDetached = (calls: DetachedCalls) =>
        outsideCalls(() =>
          calls.run(token === null ? [key] : [key, `session ${token}`], async () => {
            const known = await retryWhileAway(callerOfToken)
            return handle(await reading, known)
          }),
        )
      const makeForOperator = async (entered: OperatorGate) => {
        const operatorToken = operatorTokenOf(c)
        return turn.run(async (step) => {
          const operator: CallerOperator = await step(() => entered.enter(endpoint, operatorToken))
          const request = await reading
          const work = (known: OperatorCaller) => handle(request, known)
          return makeJson(
            () => step(() => entered.handle({ endpoint, request, caller, operator }, work)),
            AnswerSchema,
          )
        })
      }
      const make = async () => {
        await ready?.()
        if (gate) return makeForOperator(gate)
        return turn.run(async (step) => {
          if (detached) return makeJson(() => step(() => runDetached(detached)), AnswerSchema)
          const known = uploader ?? (await step(callerOfToken))
          const request = await reading
          return makeJson(() => step(() => handle(request, known)), AnswerSchema)
        })
      }
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': keepMs > 0 ? 'no-cache' : 'no-store',
      }
      if (endpoint.method !== 'GET') return new Response(await make(), { headers })
      const encode = async () => encodeAnswer(await make())
      const { body, hash } = keepMs > 0 ? await cache.get(c.req.path, encode) : await encode()
      return conditionalResponse(c.req.raw, body, hash, headers)
    } catch (error) {
      return respondToError(c, error)
    }
  }

  async function sessionOf(token: string): Promise<CallerSession> {
    const session = await authenticate(token, { isUrgent: detached !== undefined })
    if (!session) {
      players.forget(token)
      throw new Refusal('unauthorized', 'Authorization verification failed', { isDeadToken: true })
    }
    players.remember(token, session.uid)
    return session
  }
}

function requireGate(operators: OperatorGate | undefined): OperatorGate {
  if (!operators) throw new Error('Endpoints of operators are served only by the console')
  return operators
}

const RETRY_MS = 60_000
const AGAIN_MS = 50

async function retryWhileAway<T>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + RETRY_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (toRefusal(error).code !== 'unavailable' || performance.now() > until) throw error
      await sleep(AGAIN_MS)
    }
  }
}

/**
 * Null for a request that needs none.
 * @throws Refusal `unauthorized` when it is missing
 */
function tokenFor({ access }: Endpoint, c: AppContext): string | null {
  if (access === 'player') return tokenOf(c)
  return access === 'optional' ? (c.req.header('access-token') ?? null) : null
}

/** @throws Refusal `unauthorized` for a request without a token */
export function tokenOf(c: AppContext): string {
  const token = c.req.header('access-token')
  if (!token) throw new Refusal('unauthorized', 'Log in first')
  return token
}

export function respondToError(c: AppContext, error: unknown): Response {
  const refusal = toRefusal(error)
  if (refusal.cause !== undefined) c.get('logger').error({ err: refusal.cause }, refusal.message)
  return failureResponse(refusal.code, refusal.message, {}, refusal.detail)
}

async function makeJson(
  produce: () => Promise<unknown>,
  schema: v.GenericSchema<unknown, unknown>,
): Promise<string> {
  const parsed = v.safeParse(schema, { data: await produce() })
  if (!parsed.success) {
    const places = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
    throw new Error(`The answer breaks the contract: ${places.join('; ')}`)
  }
  return JSON.stringify(parsed.output)
}

async function encodeAnswer(text: string): Promise<Answer> {
  const json = Buffer.from(text)
  return { body: await encodeBody(json), hash: contentHash(json) }
}
