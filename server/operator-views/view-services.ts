import type { Role } from '#contract/operator-roles.ts'
import type { LedgerWatch } from '#server/books/ledger-watch.ts'
import type { ChainView } from '#server/chain-check/chain-view.ts'
import type { ReservesWatch } from '#server/chain-check/reserves-watch.ts'
import type { Config } from '#server/config/config.ts'
import type { Reads } from '#server/db/open-reads.ts'
import type { AccountServices } from '#server/identity/services.ts'
import type { VotingConfig } from './withdrawal-list.ts'

export interface ViewServices extends Omit<AccountServices, 'config' | 'limits'> {
  readonly config: AccountServices['config'] & VotingConfig & Pick<Config, 'play' | 'providers'>
  /** For lists and sums, which decide nothing. */
  readonly reads: Reads
  /** Views of real chains. */
  readonly views: readonly ChainView[]
  /** Undefined if this process does not check the ledger. */
  readonly ledger?: Pick<LedgerWatch, 'health'> | undefined
  readonly reserves?: Pick<ReservesWatch, 'reserves'> | undefined
}

export interface Viewer {
  readonly role: Role
}
