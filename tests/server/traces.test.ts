import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import { createLogger } from '#server/base/logger.ts'
import { openTraces } from '#server/base/open-traces.ts'
import { requestLog, type RequestVariables } from '#server/http/request-log.ts'

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`

/** A collector that keeps what it is sent, and a service that answers everything. */
function openCollector() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body)
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  const spans = () =>
    bodies.flatMap((body) => {
      type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
      const { resourceSpans } = JSON.parse(body) as Sent
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    })
  return { server, bodies, spans }
}

describe('traces', () => {
  const { server, bodies, spans } = openCollector()
  const logger = createLogger('silent')
  let url = ''
  const ids = new Map<string, string | null>()

  beforeAll(async () => {
    if (!server.listening) await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const stop = await openTraces({ endpoint: url, service: 'koi', logger })
    for (const trustProxy of [true, false]) {
      const app = new Hono<{ Variables: RequestVariables }>()
      app.use(requestLog(logger, { trustProxy }))
      app.get('/api/games/:slug', async (c) => {
        await fetchBounded(`${url}/secret-path`, { service: 'test-node', timeoutMs: 1_000, maxBytes: 100 })
        return c.text('')
      })
      const headers = { traceparent: TRACEPARENT, 'access-token': 'secret-token' }
      const slug = trustProxy ? 'secret-trusted' : 'secret-open'
      const { headers: answered } = await app.request(`/api/games/${slug}?q=secret-query`, { headers })
      ids.set(String(trustProxy), answered.get('x-request-id'))
    }
    await stop()
  })
  afterAll(() => server.close())

  const callWith = (id: string | null | undefined) =>
    spans().find(({ attributes }) =>
      attributes.some(({ key, value }) => key === 'koi.request_id' && value.stringValue === id),
    )

  it('have a span for each call, with the reference of its answer', () => {
    expect(callWith(ids.get('true'))?.name).toBe('GET /api/games/:slug')
    expect(callWith(ids.get('false'))?.name).toBe('GET /api/games/:slug')
  })

  it('go on with the trace of a proxy only where it is trusted', () => {
    expect(callWith(ids.get('true'))).toMatchObject({
      traceId: TRACE,
      parentSpanId: TRACEPARENT.split('-')[2],
    })
    expect(callWith(ids.get('false'))?.traceId).not.toBe(TRACE)
    expect(callWith(ids.get('false'))?.parentSpanId).toBeFalsy()
  })

  it('have calls to other services in them, by their names', () => {
    const call = callWith(ids.get('true'))
    const inside = spans().filter(({ parentSpanId }) => parentSpanId === call?.spanId)
    expect(inside.map(({ name }) => name)).toEqual(['call test-node'])
  })

  it('have no address, query or token', () => {
    expect(bodies.join('')).toContain('koi.request_id')
    expect(bodies.join('')).not.toContain('secret')
  })
})
