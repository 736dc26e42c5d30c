import type { Clock } from '#server/base/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Reads } from '#server/db/open-reads.ts'
import type { Database } from '#server/db/tables.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Secrets } from './secrets.ts'

/** What the domains around an account work with. */
export interface AccountServices {
  readonly db: Database
  /** Where what decides nothing is read, perhaps a standby; the database itself unless given. */
  readonly reads?: Reads | undefined
  readonly secrets: Secrets
  readonly limits: RateLimits
  readonly clock: Clock
  readonly config: Pick<
    Config,
    'mode' | 'smtpUrl' | 'publicOrigin' | 'chains' | 'wallets' | 'tron' | 'evm' | 'withdrawals'
  >
  /** Wakes whoever sends the mail, soon after the transaction that queues it. */
  readonly announceMail: () => void
}
