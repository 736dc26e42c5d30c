import { createLogger } from '#server/base/logger.ts'
import { runReconcile } from '#server/books/reconcile.command.ts'
import type { Config } from '#server/config/config.ts'
import { requireCurrentSchema } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { readSecrets } from '#server/identity/secrets.ts'
import { compareSeals } from './kept-seals.ts'
import { readNewestMoments, type NewestMoments } from './newest-moments.ts'

/** Terms of the books, which are not in the database. */
export type BooksConfig = Pick<Config, 'mode' | 'evm' | 'coins' | 'secretKey'>

export interface Judged {
  readonly moments: NewestMoments
  readonly faults: readonly string[]
}

/**
 * Compares a restored database with itself, with the kept seals and with the house's secret.
 * @param until seals of later moments are not expected
 */
export async function judgeRestored(
  { databaseUrl, dataDir }: { readonly databaseUrl: string | null; readonly dataDir: string },
  {
    dir,
    books,
    until,
    write,
  }: {
    readonly dir: string
    readonly books: BooksConfig
    readonly until: Date | null
    readonly write: (line: string) => void
  },
): Promise<Judged> {
  const faults: string[] = []
  const { db, description, close } = await openDatabase({ databaseUrl, dataDir }, createLogger('silent'))
  let moments: NewestMoments
  try {
    await requireCurrentSchema(db, `The restored database (${description})`)
    moments = await readNewestMoments(db)
    for (const [name, at] of [
      ['bet', moments.bet],
      ['deposit', moments.deposit],
      ['withdrawal', moments.withdrawal],
      ['movement in the ledger', moments.ledger],
    ] as const)
      write(`Newest ${name}: ${at?.toISOString() ?? 'there is none'}`)
    if ((await readSecrets(db, books.secretKey)) === null) {
      faults.push(
        'KOI_SECRET_KEY is not the key of this database: nothing encrypted with it can be read or compared',
      )
    }
    const seals = await compareSeals(dir, db, until)
    write(`Compared ${seals.count} kept seals; the newest is of ${seals.newest ?? 'no day'}.`)
    faults.push(...seals.faults)
  } finally {
    await close()
  }
  const isSound = await runReconcile({ ...books, databaseUrl, databaseReadUrl: null, dataDir }, write)
  if (!isSound) faults.push('the books of the restored database do not agree: see above')
  return { moments, faults }
}
