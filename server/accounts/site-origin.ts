import { ApiFailure } from '#server/http/refusal-response.ts'
import type { Caller } from '#server/http/caller.ts'
import type { AccountServices } from '#server/identity/services.ts'

/**
 * The origin that passkeys and signed messages are bound to: the configured one; in practice mode, where
 * there may be none, the one that was asked.
 * @throws ApiFailure `unavailable` when live mode has none
 */
export function siteOrigin({ config }: AccountServices, { origin: asked }: Caller): string {
  const origin = config.publicOrigin ?? (config.mode === 'practice' ? asked : null)
  if (origin === null) throw new ApiFailure('unavailable', 'The site has no public origin')
  return origin
}
