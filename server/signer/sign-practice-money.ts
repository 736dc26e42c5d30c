import type { Secrets } from '#server/identity/secrets.ts'
import { signsItself, type Config } from '#server/config/config.ts'
import type { TableChanges } from '#server/db/table-changes.ts'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import { memoryJournal } from './journal.ts'
import { openSenders } from './open-senders.ts'
import { readSignerConfig } from './signer-config.ts'
import { startSigner } from './start-signer.ts'

interface Options {
  readonly db: Database
  readonly secrets: Secrets
  readonly config: Pick<Config, 'mode' | 'databaseUrl' | 'dataDir' | 'logLevel' | 'tron' | 'evm'>
  readonly clock: CheckedClock
  readonly logger: Logger
  readonly changes: TableChanges | null
}

/**
 * Signs inside the server if no other process could: PGlite in a data directory allows one process only. Null in all
 * other cases, where the signer is a separate process.
 */
export async function signPracticeMoney({ db, secrets, config, clock, logger, changes }: Options) {
  if (!signsItself(config)) return null
  // Chains of the server: the file may name nodes with variables that the signer lacks.
  const signerConfig = {
    ...readSignerConfig({ ...process.env, SIGNER_KEY: '', SIGNER_KEY_FILE: '', DATA_DIR: config.dataDir }),
    tron: config.tron,
    evm: config.evm,
  }
  const key = signerConfig.openKey()
  const senders = await openSenders(db, signerConfig, key, clock)
  for (const { sender } of senders) {
    const isTestNetwork = config.evm.some(({ chain, nodeUrl }) => chain === sender.chain && nodeUrl !== null)
    if (isTestNetwork)
      logger.info({ chain: sender.chain, address: sender.address }, 'withdrawals are paid from here')
  }
  const { limits, coinRules, votes } = signerConfig
  const base = {
    db,
    key,
    limits,
    coinRules,
    votes: { ...votes, trustsAll: true },
    seals: secrets,
    journal: memoryJournal(),
    clock,
    logger,
    changes,
  }
  const signers = senders.map((open) => startSigner({ ...base, ...open }))
  return { stop: async () => void (await Promise.all(signers.map((signer) => signer.stop()))) }
}
