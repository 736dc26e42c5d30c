import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import type { EvmBalances, EvmBlock, EvmSource, EvmTransfer } from '#server/chains/evm-source.ts'
import { openPracticeEvm, type PracticeEvm } from '#server/chains/practice-evm.ts'
import type { Database } from '#server/db/tables.ts'
import type { EvmDepositConfig, EvmToken } from '#server/config/evm-config.ts'
import { openNodesOfChain, type NodeOpinions } from '#server/chains/joined-nodes.ts'

export interface EvmDepositChain extends EvmDepositConfig {
  readonly source: EvmSource
  /** Null for a practice chain, which is complete. */
  readonly balances: EvmBalances | null
  /** Null without a node. */
  readonly opinions: NodeOpinions | null
  /** The practice chain, which accepts transfers; null for a real one. */
  readonly practice: PracticeEvm | null
}

/** Value of `deposit.contract` for the native coin. */
export const NATIVE_COIN = 'native'

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

/** Smaller transfers are not recorded: the ledger's smallest unit or a hundredth of the minimum deposit, if that is more. */
export function recordingMinimum(token: EvmToken): bigint {
  const [unit, part] = [fromLedger(1n, token), (token.minimum + 99n) / 100n]
  return unit > part ? unit : part
}

/** False for unknown tokens and for dust, which anybody may send by the thousand. */
export function isRecordable(
  chain: Pick<EvmDepositConfig, 'tokens'>,
  { contract, amount }: Pick<EvmTransfer, 'contract' | 'amount'>,
): boolean {
  const token = tokenOf(chain, contract)
  return token !== undefined && amount >= recordingMinimum(token)
}

export const toLedger = (amount: bigint, { decimals, ledgerDecimals }: EvmToken) =>
  amount / 10n ** BigInt(decimals - ledgerDecimals)
export const fromLedger = (amount: bigint, { decimals, ledgerDecimals }: EvmToken) =>
  amount * 10n ** BigInt(decimals - ledgerDecimals)

/** The last block whose transfers are all recorded; undefined before the first successful round. */
export async function readPosition(db: Database, chain: string): Promise<EvmPosition | undefined> {
  const row = await db.selectFrom('evm_position').selectAll().where('chain', '=', chain).executeTakeFirst()
  return row && { block: Number(row.block), hash: row.hash }
}

export type EvmPosition = Pick<EvmBlock, 'block' | 'hash'>

export async function movePosition(
  trx: Database,
  chain: string,
  { block, hash }: EvmPosition,
): Promise<void> {
  const values = { block: String(block), hash }
  await trx
    .insertInto('evm_position')
    .values({ chain, ...values })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(values))
    .execute()
}
