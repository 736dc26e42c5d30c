import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { registry } from './metrics.ts'
import { StartupError } from './startup-error.ts'

export const METRICS_PATH = '/metrics'
export const METRICS_TYPE = registry.contentType

interface MetricsServerOptions {
  readonly host: string
  readonly port: number
  /** Null for a port that only the scraper can reach. */
  readonly token: string | null
  /** Named where the port is not available. */
  readonly variable: string
  readonly scrape: () => Promise<string>
}

/**
 * Serves the figures on a port of their own.
 * @throws StartupError when the port is not available
 */
export async function serveMetrics({
  host,
  port,
  token,
  variable,
  scrape,
}: MetricsServerOptions): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = (status: number, text = '', type = 'text/plain') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    if (request.method !== 'GET' || request.url?.split('?')[0] !== METRICS_PATH) return answer(404)
    if (token !== null && !hasToken(request.headers.authorization, token)) return answer(401)
    scrape().then(
      (text) => answer(200, text, METRICS_TYPE),
      () => answer(500),
    )
  })
  server.unref()
  return {
    port: await bind(server, host, port, variable),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function bind(server: Server, host: string, port: number, variable: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new StartupError(`Port ${port} on ${host} is not available: set ${variable} to another one.`, {
          cause,
        }),
      ),
    )
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/** Compares in a time that tells nothing about the token. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const hashed = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashed(authorization ?? ''), hashed(`Bearer ${token}`))
}
