import type { Hono } from 'hono'
import { METRICS_PATH, METRICS_TYPE, hasToken } from '#server/base/metrics-server.ts'
import { failureResponse } from '#server/http/refusal-response.ts'
import type { RequestVariables } from '#server/http/request-log.ts'

/** Serves the figures on the main port, to whoever has the token. */
export function mountMetrics(
  app: Hono<{ Variables: RequestVariables }>,
  { scrape, token }: { readonly scrape: () => Promise<string>; readonly token: string },
): void {
  app.get(METRICS_PATH, async (c) => {
    if (!hasToken(c.req.header('authorization'), token)) {
      return failureResponse('unauthorized', 'The figures need their token', { 'www-authenticate': 'Bearer' })
    }
    return new Response(await scrape(), {
      headers: { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' },
    })
  })
}
