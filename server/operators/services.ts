import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { RelyingParty } from '#server/accounts/passkey-ceremony.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import type { Secrets } from '#server/identity/secrets.ts'

export interface OperatorServices {
  readonly db: Database
  readonly secrets: Secrets
  readonly limits: RateLimits
  readonly clock: Clock
  readonly config: Pick<Config, 'mode' | 'operator'>
}

/** Passkeys of operators are bound to the console's origin. @throws Refusal `unavailable` when live mode has none */
export function consoleParty(
  { config }: Pick<OperatorServices, 'config'>,
  { origin: asked }: Pick<Caller, 'origin'>,
): RelyingParty {
  const origin = config.operator.origin ?? (config.mode === 'practice' ? asked : null)
  if (origin === null) throw new Refusal('unavailable', 'The console has no origin')
  return { id: new URL(origin).hostname, origin }
}

/** The same for every passkey of the operator; no player has it. */
export const operatorHandle = ({ secrets }: Pick<OperatorServices, 'secrets'>, id: number): Buffer =>
  secrets.hash('operator-passkey-user', String(id))
