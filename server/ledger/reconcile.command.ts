import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { isSchemaCurrent } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { createLogger } from '#server/logger.ts'
import { StartupError } from '#server/startup-error.ts'
import { reconcile, type Reconciliation } from './reconcile.ts'

/**
 * Reconciles the database that the server of this configuration uses; on PostgreSQL while it runs.
 * @param write takes the report, line by line
 * @returns whether the ledger adds up
 * @throws StartupError when there is no database of this version, or a server has the PGlite directory open
 */
export async function runReconcile(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  write: (line: string) => void,
): Promise<boolean> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'pglite'))) {
    throw new StartupError(
      `There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL as the server has them.`,
    )
  }
  const { db, description, close } = await openDatabase(config, createLogger('silent'))
  try {
    if (!(await isSchemaCurrent(db).catch(() => false))) {
      throw new StartupError(
        `${description} does not have the schema of this version: start Koi on it once, or use the version that made it.`,
      )
    }
    const result = await reconcile(db)
    for (const line of reportOf(result)) write(line)
    return result.faults.length === 0
  } finally {
    await close()
  }
}

/** A table of the coins, in smallest units, then what is wrong. */
export function reportOf({ coins, transactions, transfers, faults }: Reconciliation): string[] {
  const rows = [
    ['coin', 'postings', 'sum', 'players', 'house'],
    ...coins.map(({ coin, ...figures }) => [
      coin,
      ...[figures.postings, figures.sum, figures.players, figures.house].map(String),
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = rows.map((row) =>
    row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join('  '),
  )
  const verdict =
    faults.length === 0
      ? 'The ledger adds up: every coin sums to zero, every balance equals its postings, every transfer has one posting.'
      : `The ledger does NOT add up:`
  return [
    ...lines,
    `${transactions} transactions, ${transfers} transfers on chains`,
    verdict,
    ...faults.map(({ kind, where }) => `  ${kind}: ${where}`),
  ]
}
