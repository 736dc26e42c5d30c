import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Config } from '#server/config/config.ts'

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
      // Node checks request timeouts only at this interval; its default is 30 s.
      connectionsCheckingInterval: 5_000,
    },
  }) as Server
