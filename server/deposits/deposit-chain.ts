import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { openTron } from '#server/chains/joined-tron.ts'
import { openPracticeChain, type PracticeChain } from '#server/chains/practice-chain.ts'
import type { TronNetwork } from '#server/chains/tron-network.ts'
import type { TronBalances, TronSource } from '#server/chains/tron-source.ts'
import type { Database } from '#server/db/tables.ts'
import type { TronConfig } from '#server/config/tron-config.ts'
import type { AddressMark } from './address-mark.ts'

export interface DepositChain {
  readonly network: TronNetwork
  readonly source: TronSource
  /** Null for the practice chain, which has a complete index. */
  readonly balances: TronBalances | null
  /** The practice chain, which accepts transfers; null for a real one. */
  readonly practice: PracticeChain | null
  /** Extended public key of the addresses. Null generates one for the practice chain. */
  readonly xpub: string | null
  /** Null for the practice chain. */
  readonly mark?: AddressMark | null
}

export const PAID_COIN = 'usdt-tron'

export async function openDepositChain(
  db: Database,
  { network, grid, xpub, practiceBlockMs }: TronConfig,
  clock: Clock,
  {
    mark = null,
    logger,
  }: { readonly mark?: AddressMark | null; readonly logger?: Pick<Logger, 'warn'> } = {},
): Promise<DepositChain> {
  if (grid) {
    const source = openTron(grid, logger)
    return { network, source, balances: source, practice: null, xpub, mark }
  }
  const practice = await openPracticeChain(db, clock, practiceBlockMs)
  return { network, source: practice, balances: null, practice, xpub, mark: null }
}
