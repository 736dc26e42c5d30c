import type { Config } from '#server/config/config.ts'
import { compareWithChain } from '#server/chain-check/compare-chain.ts'
import type { ChainView } from '#server/chain-check/chain-view.ts'
import { readHeldMoney } from '#server/chain-check/held-money.ts'
import { readHoldings } from '#server/chain-check/holdings.ts'
import { requireCurrentSchema } from '#server/db/migrate.ts'
import { openDatabase, requireDatabase, type DatabaseConfig } from '#server/db/open-database.ts'
import { openReads, type OpenReads } from '#server/db/open-reads.ts'
import type { Database } from '#server/db/tables.ts'
import { createLogger } from '#server/base/logger.ts'
import { readSecrets } from '#server/identity/secrets.ts'
import { booksTermsOf } from './books-terms.ts'
import type { Compared } from './comparison.ts'
import { reconcile, SUBJECTS, type Reconciliation } from './reconcile.ts'

/**
 * Reconciles the database of this configuration; PostgreSQL may be in use meanwhile.
 * @param write takes the report, line by line
 * @param onChain compares it with the chains as well
 * @returns true if the books and the chains agree
 * @throws StartupError if there is no database of this version, or a server has the PGlite directory open
 */
export async function runReconcile(
  config: DatabaseConfig & Pick<Config, 'mode' | 'evm' | 'coins' | 'secretKey'>,
  write: (line: string) => void,
  onChain?: OnChain,
): Promise<boolean> {
  requireDatabase(config)
  const logger = createLogger('silent')
  const database = await openDatabase(config, logger)
  const { db, description } = database
  let reads: OpenReads | undefined
  try {
    await requireCurrentSchema(db, description)
    reads = await openReads(config, database, logger)
    if (config.databaseReadUrl) write(`Read from ${reads.description()}.`)
    const secrets = await readSecrets(db, config.secretKey)
    const result = await reconcile(reads.forSums(), booksTermsOf(config), SUBJECTS, { secrets })
    for (const line of reportOf(result)) write(line)
    const held = await readHeldMoney(reads.forSums())
    if (held.count > 0) write(`${held.count} transfers were credited to nobody and wait for the operator:`)
    for (const line of held.lines) write(`  ${line}`)
    const isOnChain = onChain === undefined || (await compareChains(reads.forSums(), onChain, write))
    return result.faults.length === 0 && isOnChain
  } finally {
    await reads?.close()
    await database.close()
  }
}

export interface OnChain {
  readonly views: readonly ChainView[]
  /** Newest deposits and newest withdrawals to compare on each chain. */
  readonly last: number
}

/** @returns true without a difference; a chain that is not checked has no difference */
async function compareChains(
  db: Database,
  { views, last }: OnChain,
  write: (line: string) => void,
): Promise<boolean> {
  if (views.length === 0) write('No real chain is configured: there is nothing to compare the ledger with.')
  let isSame = true
  for (const view of views) {
    const { chain, compared, differences, notChecked } = await compareWithChain(db, view, { last })
    for (const line of await readHoldings(db, view)) write(line)
    write(`${chain}: ${compared - notChecked.length} transfers compared, ${differences.length} differ`)
    for (const line of differences) write(`  DIFFERS: ${line}`)
    for (const line of notChecked) write(`  not checked: ${line}`)
    if (differences.length > 0) isSame = false
  }
  return isSame
}

/** A table of the coins, in smallest units, then what was compared, what was not, and what is wrong. */
export function reportOf({ coins, compared, omitted, faults }: Reconciliation): string[] {
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
  const told = (each: readonly Compared[]) =>
    each.map(({ count, what }) => `  ${count.toLocaleString('en-US')} ${what}`)
  return [
    ...lines,
    'Compared:',
    ...told(compared),
    ...(omitted.length > 0 ? ['Not compared:', ...told(omitted)] : []),
    faults.length === 0
      ? 'The books agree in all that was compared.'
      : 'The books do NOT agree in what was compared:',
    ...faults.map(({ kind, where }) => `  ${kind}: ${where}`),
  ]
}
