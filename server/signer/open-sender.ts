import { openPracticeChain } from '#server/chains/practice-chain.ts'
import type { Database } from '#server/db/tables.ts'
import type { Clock } from '#server/http/answer-cache.ts'
import type { ChainSender } from './chain-sender.ts'
import { createPracticeSender } from './practice-sender.ts'
import type { SignerConfig } from './signer-config.ts'
import type { SignerKey } from './signer-key.ts'
import { createTronSender } from './tron-sender.ts'

/** The configured chain, as the signer pays on it. */
export async function openSender(
  db: Database,
  { tron, feeLimit }: Pick<SignerConfig, 'tron' | 'feeLimit'>,
  key: SignerKey,
  clock: Clock,
): Promise<ChainSender> {
  if (tron.grid) {
    return createTronSender({ network: tron.network, ...tron.grid, key, feeLimit, clock })
  }
  return createPracticeSender(await openPracticeChain(db, clock, tron.practiceBlockMs), key, clock)
}
