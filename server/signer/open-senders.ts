import type { Clock } from '#server/base/clock.ts'
import { openPracticeChain } from '#server/chains/practice-chain.ts'
import { openPracticeEvm } from '#server/chains/practice-evm.ts'
import type { Database } from '#server/db/tables.ts'
import { rememberHouseAddresses } from '#server/withdrawals/house-addresses.ts'
import type { ChainSender } from './chain-sender.ts'
import { createEvmSender } from './evm-sender.ts'
import { createPracticeEvmSender, createPracticeSender } from './practice-sender.ts'
import type { SignerConfig } from './signer-config.ts'
import type { SignerKey } from './signer-key.ts'
import { createTronSender } from './tron-sender.ts'

/** `everyMs`: pause between rounds. */
export interface OpenSender {
  readonly sender: ChainSender
  readonly everyMs: number
}

const EVERY_MS = 1_000

export async function openSenders(
  db: Database,
  { tron, evm, feeLimit, maxGasPrice }: Pick<SignerConfig, 'tron' | 'evm' | 'feeLimit' | 'maxGasPrice'>,
  key: SignerKey,
  clock: Clock,
): Promise<readonly OpenSender[]> {
  // Record house addresses before the first signing: payments to them must be refused.
  await rememberHouseAddresses(db, [key.address, ...evm.map(({ recipient }) => recipient)], clock())
  const onTron = tron.grid
    ? createTronSender({ network: tron.network, ...tron.grid, key, feeLimit, clock })
    : createPracticeSender(await openPracticeChain(db, clock, tron.practiceBlockMs), key, clock)
  const onEvm = evm.map(async (config): Promise<OpenSender> => {
    const { chain, nodeUrl, practiceBlockMs: blockMs, pollMs } = config
    if (nodeUrl !== null) {
      return {
        sender: createEvmSender({ config: { ...config, nodeUrl }, key, maxGasPrice }),
        everyMs: pollMs,
      }
    }
    const source = await openPracticeEvm(db, clock, { chain, blockMs })
    return { sender: createPracticeEvmSender({ source, config }, key, clock), everyMs: EVERY_MS }
  })
  return [{ sender: onTron, everyMs: EVERY_MS }, ...(await Promise.all(onEvm))]
}
