import type { Hono } from 'hono'
import { API_BASE } from '#contract/api-base.ts'
import { getConfig, type ReceiptKey, type ServerConfig } from '#contract/config.ts'
import { getHealth, type Health } from '#contract/health.ts'
import { VERSION } from '#server/base/version.ts'
import { contentHash } from '#server/base/content-hash.ts'
import type { Config } from '#server/config/config.ts'
import { conditionalResponse } from '#server/http/conditional.ts'
import { encodeBody } from '#server/http/content-encoding.ts'
import { CATALOGUE_KEEP_MS, served, type Served } from '#server/http/mount-endpoint.ts'
import { failureResponse } from '#server/http/refusal-response.ts'
import type { RequestVariables } from '#server/http/request-log.ts'
import { createOpenApiDocument } from './openapi.ts'

type PublicSettings = Pick<Config, 'mode' | 'chains' | 'wallets' | 'smtpUrl' | 'profile'>

interface SystemReaders {
  readonly health: () => Promise<Health>
  readonly receiptKeys: () => Promise<ReceiptKey[]>
}

export function systemEndpoints(config: PublicSettings, { health, receiptKeys }: SystemReaders): Served[] {
  return [
    served(getHealth, { needsNoTurn: true, handle: health }),
    served(getConfig, {
      keepMs: CATALOGUE_KEEP_MS,
      handle: async () => publicConfig(config, await receiptKeys()),
    }),
  ]
}

function publicConfig(
  { mode, chains, wallets, smtpUrl, profile }: PublicSettings,
  receiptKeys: ReceiptKey[],
): ServerConfig {
  const { projectId, relayUrl, hasNetworkView } = wallets
  const { highestStake: _, ...play } = profile.play
  return {
    mode,
    version: VERSION,
    chains: [...chains],
    mail: smtpUrl === null ? 'outbox' : 'smtp',
    wallet: { hasExplorer: projectId !== null, hasNetworkView, relayUrl },
    play,
    publicKeys: { walletConnectProjectId: projectId },
    receiptKeys,
  }
}

export function mountOpenApi(
  app: Hono<{ Variables: RequestVariables }>,
  { mode }: Pick<Config, 'mode'>,
): void {
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
