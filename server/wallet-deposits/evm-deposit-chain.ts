import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import type { EvmBalances, EvmSource } from '#server/chains/evm-source.ts'
import { openPracticeEvm, type PracticeEvm } from '#server/chains/practice-evm.ts'
import type { Database } from '#server/db/tables.ts'
import type { EvmDepositConfig, EvmToken } from '#server/config/evm-config.ts'
import { openNodesOfChain, type NodeOpinions } from '#server/chains/joined-nodes.ts'

/** A chain that deposits come from out of players' wallets. */
export interface EvmDepositChain extends EvmDepositConfig {
  readonly source: EvmSource
  /** Null where nothing can be left out: the practice chain is the database's. */
  readonly balances: EvmBalances | null
  /** What other nodes say of what one of them told; null without a node. */
  readonly opinions: NodeOpinions | null
  /** The same chain where it is a practice one, which can be written to; null for a real one. */
  readonly practice: PracticeEvm | null
}

/** As `deposit.contract` names a chain's own coin. */
export const NATIVE_COIN = 'native'

/** The chains of the configuration. */
export function openEvmDepositChains(
  db: Database,
  configs: readonly EvmDepositConfig[],
  clock: Clock,
  logger?: Pick<Logger, 'warn' | 'error'>,
): Promise<readonly EvmDepositChain[]> {
  return Promise.all(
    configs.map(async (config) => {
      const { nodeUrl } = config
      if (nodeUrl !== null) {
        return { ...config, ...openNodesOfChain({ ...config, nodeUrl }, { clock, logger }), practice: null }
      }
      const { chain, practiceBlockMs: blockMs } = config
      const practice = await openPracticeEvm(db, clock, { chain, blockMs })
      return { ...config, source: practice, balances: null, opinions: null, practice }
    }),
  )
}

export const tokenOf = (
  { tokens }: Pick<EvmDepositConfig, 'tokens'>,
  contract: string | null,
): EvmToken | undefined => tokens.find((token) => token.contract === contract)

/** What nobody sends by intention, and is not written down, is less: the ledger's smallest unit, a hundredth of the least deposit. */
export function leastOf(token: EvmToken): bigint {
  const [unit, part] = [fromLedger(1n, token), (token.minimum + 99n) / 100n]
  return unit > part ? unit : part
}

export const toLedger = (amount: bigint, { decimals, ledgerDecimals }: EvmToken) =>
  amount / 10n ** BigInt(decimals - ledgerDecimals)
export const fromLedger = (amount: bigint, { decimals, ledgerDecimals }: EvmToken) =>
  amount * 10n ** BigInt(decimals - ledgerDecimals)
