import type { Hono } from 'hono'
import { API_BASE } from '#contract/api-base.ts'
import type { Logger } from '#server/base/logger.ts'
import { PROVIDER_CALLS } from '#server/base/metrics.ts'
import type { ProviderConfig } from '#server/config/provider-config.ts'
import { createFairTurns } from '#server/base/fair-turns.ts'
import { failureResponse } from '#server/http/refusal-response.ts'
import type { RequestVariables } from '#server/http/request-log.ts'
import { MAX_JSON_BYTES, readLimited } from '#server/http/read-request.ts'
import { hub88Codec } from './hub88/hub88-codec.ts'
import type { ProviderServices } from './perform-call.ts'
import { createProviderDesk } from './provider-desk.ts'
import type { ProviderDesk } from './provider-link.ts'
import { softswissCodec } from './softswiss/softswiss-codec.ts'

const CODECS = { hub88: hub88Codec, softswiss: softswissCodec }

/** A provider gives up after a second, and asks again. */
const TURNS = { atOnce: 8, perKey: () => 8, waiting: 2_000, waitMs: 5_000 }

interface CallsOptions extends ProviderServices {
  readonly logger: Logger
  readonly providers: readonly ProviderConfig[]
}

/**
 * Answers the calls of providers, each below an address of its own. They are no part of the contract: their protocols say
 * what they look like, and their signatures who has sent them.
 */
export function mountProviderCalls(
  app: Hono<{ Variables: RequestVariables }>,
  { providers, logger, ...services }: CallsOptions,
): void {
  for (const link of providers) {
    const base = `${API_BASE}/providers/${link.provider}`
    const codec = CODECS[link.protocol]
    const desk = withAlarm(createProviderDesk(services, link), logger)
    const turns = createFairTurns(TURNS)
    app.post(`${base}/*`, async (c) => {
      const json = ({ status, body }: { readonly status: number; readonly body: string }) =>
        new Response(body, {
          status,
          headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
        })
      try {
        const body = Buffer.from(await readLimited(c, MAX_JSON_BYTES))
        const end = await turns.take(link.provider)
        try {
          const signature = c.req.header(codec.signatureHeader) ?? ''
          return json(await codec.respond({ path: c.req.path.slice(base.length), body, signature }, desk))
        } finally {
          end()
        }
      } catch (error) {
        PROVIDER_CALLS.inc({ provider: link.provider, status: 'failed' })
        logger.error({ err: error, provider: link.provider }, 'a call of a provider failed')
        return json(codec.failure)
      }
    })
    app.all(`${base}/*`, () =>
      failureResponse('method_not_allowed', 'Only POST is possible here', { allow: 'POST' }),
    )
  }
}

/** No honest repetition differs: the provider has a fault, or somebody has changed a call on its way. */
const withAlarm = (desk: ProviderDesk, logger: Logger): ProviderDesk => ({
  ...desk,
  async perform(call) {
    const answer = await desk.perform(call)
    PROVIDER_CALLS.inc({ provider: desk.link.provider, status: answer.status })
    if (answer.status === 'altered_repeat') {
      const calls = call.actions.map(({ id }) => id)
      logger.error(
        { alarm: 'provider_repeat', provider: desk.link.provider, user: call.user, calls },
        'a provider repeats a call with other content: it was refused',
      )
    }
    return answer
  },
})
