import { Refusal } from '#server/base/refusal.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { AccountServices } from '#server/identity/services.ts'

/**
 * Passkeys and signed messages are bound to this origin: the configured one, or in practice mode without one, the
 * origin of the request.
 * @throws Refusal `unavailable` when live mode has none
 */
export function siteOrigin({ config }: AccountServices, { origin: asked }: Caller): string {
  const origin = config.publicOrigin ?? (config.mode === 'practice' ? asked : null)
  if (origin === null) throw new Refusal('unavailable', 'The site has no public origin')
  return origin
}
