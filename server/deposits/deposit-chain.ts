import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { openTron } from '#server/chains/joined-tron.ts'
import { openPracticeChain, type PracticeChain } from '#server/chains/practice-chain.ts'
import type { TronNetwork } from '#server/chains/tron-network.ts'
import type { TronBalances, TronSource } from '#server/chains/tron-source.ts'
import type { Database } from '#server/db/tables.ts'
import type { TronConfig } from '#server/config/tron-config.ts'
import type { AddressMark } from './address-mark.ts'

/** The TRON chain that deposits come from. */
export interface DepositChain {
  readonly network: TronNetwork
  readonly source: TronSource
  /** Null for the practice chain, which is its own index. */
  readonly balances: TronBalances | null
  /** The same chain where it is the practice one, which can be written to; null for a real one. */
  readonly practice: PracticeChain | null
  /** Of the addresses' keys; null makes one for the practice chain. */
  readonly xpub: string | null
  /** Null for the practice chain, whose money nobody misses. */
  readonly mark?: AddressMark | null
}

/** The coin that is deposited by address. */
export const PAID_COIN = 'usdt-tron'

/** The chain of the configuration. */
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
