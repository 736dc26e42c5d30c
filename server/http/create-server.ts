import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Config } from '#server/config/config.ts'

/** The server of a port, which does not listen yet. */
export const createServer = (
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch'],
  { keepAliveSeconds }: Pick<Config, 'keepAliveSeconds'>,
): Server =>
  createAdaptorServer({
    fetch,
    serverOptions: {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      keepAliveTimeout: keepAliveSeconds * 1_000,
      // Node looks for requests that take too long only so often, and every 30 s by itself.
      connectionsCheckingInterval: 5_000,
    },
  }) as Server
