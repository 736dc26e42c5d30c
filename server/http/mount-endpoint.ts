import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { API_BASE } from '#contract/api.ts'
import type { DataOf, Endpoint, ParamsOf } from '#contract/endpoint.ts'
import { createAnswerCache, type Clock } from './answer-cache.ts'
import { ApiFailure, failureResponse, toApiFailure } from './api-failure.ts'
import { conditionalResponse, contentHash } from './conditional.ts'
import { encodeBody, type EncodedBody } from './content-encoding.ts'
import type { RequestVariables } from './request-log.ts'

/** Shorter than the client's 6 s, so that it hears the reason and not its own time-out. */
const HANDLER_TIMEOUT_MS = 5_000

interface Answer {
  readonly body: EncodedBody
  readonly hash: string
}

export interface MountOptions<E extends Endpoint> {
  readonly clock: Clock
  /** How long an answer is kept in memory; 0 for one that must be new each time. */
  readonly keepMs: number
  readonly handle: (params: ParamsOf<E>) => Promise<DataOf<E>>
}

/**
 * Serves one GET endpoint of the contract: parameters are validated, the answer is parsed against the
 * contract (so nothing undeclared leaves the server), compressed and tagged; failures take its one shape.
 */
export function mountEndpoint<E extends Endpoint>(
  app: Hono<{ Variables: RequestVariables }>,
  endpoint: E,
  { clock, keepMs, handle }: MountOptions<E>,
): void {
  const cache = createAnswerCache<Answer>(clock, keepMs)
  const path = API_BASE + endpoint.path
  const AnswerSchema = v.object({ data: endpoint.data })

  app.get(path, async (c) => {
    try {
      const params = readParams(endpoint, c.req.param() as Record<string, string>)
      const make = () => makeAnswer(() => withTimeout(handle(params)), AnswerSchema)
      const answer = keepMs > 0 ? await cache.get(c.req.path, make) : await make()
      return conditionalResponse(c.req.raw, answer.body, answer.hash, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': keepMs > 0 ? 'no-cache' : 'no-store',
      })
    } catch (error) {
      return respondToError(c, error)
    }
  })
  app.all(path, () =>
    failureResponse('method_not_allowed', `Only ${endpoint.method} is possible here`, { allow: 'GET, HEAD' }),
  )
}

/** The failed answer for anything thrown; what the client is not told goes to the log. */
export function respondToError(c: Context<{ Variables: RequestVariables }>, error: unknown): Response {
  const failure = toApiFailure(error)
  if (failure.cause !== undefined) c.get('logger').error({ err: failure.cause }, failure.message)
  return failureResponse(failure.code, failure.message)
}

function readParams<E extends Endpoint>(endpoint: E, raw: Record<string, string>): ParamsOf<E> {
  if (endpoint.params === undefined) return undefined as ParamsOf<E>
  const parsed = v.safeParse(endpoint.params, raw)
  if (parsed.success) return parsed.output as ParamsOf<E>
  const names = parsed.issues.map((issue) => v.getDotPath(issue)).join(', ')
  throw new ApiFailure('bad_request', `Not valid: ${names}`)
}

async function makeAnswer(
  produce: () => Promise<unknown>,
  schema: v.GenericSchema<unknown, unknown>,
): Promise<Answer> {
  const parsed = v.safeParse(schema, { data: await produce() })
  if (!parsed.success) {
    const places = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
    throw new Error(`The answer breaks the contract: ${places.join('; ')}`)
  }
  const json = Buffer.from(JSON.stringify(parsed.output))
  return { body: await encodeBody(json), hash: contentHash(json) }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    const timeout = new ApiFailure('unavailable', 'The service did not answer in time')
    timer = setTimeout(() => reject(timeout), HANDLER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
