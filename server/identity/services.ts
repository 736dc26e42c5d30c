import type { Clock } from '#server/base/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Reads } from '#server/db/open-reads.ts'
import type { Database } from '#server/db/tables.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Secrets } from './secrets.ts'

export interface AccountServices {
  readonly db: Database
  /** For reads that decide nothing: perhaps a standby; absent means the database itself. */
  readonly reads?: Reads | undefined
  readonly secrets: Secrets
  readonly limits: RateLimits
  readonly clock: Clock
  readonly config: Pick<
    Config,
    | 'mode'
    | 'smtpUrl'
    | 'publicOrigin'
    | 'chains'
    | 'wallets'
    | 'tron'
    | 'evm'
    | 'withdrawals'
    | 'pushServices'
    | 'rewards'
    | 'providers'
  >
  readonly announceMail: () => void
}
