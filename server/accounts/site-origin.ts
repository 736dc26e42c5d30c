import { Refusal } from '#server/base/refusal.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { AccountServices } from '#server/identity/services.ts'

/**
 * The origin that passkeys and signed messages are bound to: the configured one; in practice mode, where
 * there may be none, the one that was asked.
 * @throws Refusal `unavailable` when live mode has none
 */
export function siteOrigin({ config }: AccountServices, { origin: asked }: Caller): string {
  const origin = config.publicOrigin ?? (config.mode === 'practice' ? asked : null)
  if (origin === null) throw new Refusal('unavailable', 'The site has no public origin')
  return origin
}
