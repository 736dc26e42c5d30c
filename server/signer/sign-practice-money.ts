import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/tables.ts'
import type { Clock } from '#server/http/answer-cache.ts'
import type { Logger } from '#server/logger.ts'
import { openSender } from './open-sender.ts'
import { readSignerConfig } from './signer-config.ts'
import { startSigner } from './start-signer.ts'

const EVERY_MS = 1_000

interface Options {
  readonly db: Database
  readonly config: Pick<Config, 'mode' | 'databaseUrl' | 'dataDir' | 'logLevel' | 'tron'>
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Signs inside the server where no other process could: with practice money in a data directory, which only one
 * process can open. Null everywhere else: there the signer is a process of its own.
 */
export async function signPracticeMoney({ db, config, clock, logger }: Options) {
  if (config.mode !== 'practice' || config.databaseUrl !== null) return null
  const { SIGNER_REVIEW_USDT, SIGNER_DAY_LIMIT_USDT } = process.env
  const signerConfig = {
    ...readSignerConfig({ SIGNER_REVIEW_USDT, SIGNER_DAY_LIMIT_USDT, DATA_DIR: config.dataDir }),
    tron: config.tron,
  }
  const key = signerConfig.openKey()
  const sender = await openSender(db, signerConfig, key, clock)
  return startSigner({ db, sender, key, limits: signerConfig.limits, clock, logger, everyMs: EVERY_MS })
}
