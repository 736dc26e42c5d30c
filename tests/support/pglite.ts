import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { migrate } from '#server/db/migrate.ts'
import { MIGRATIONS } from '#server/db/migrations/all.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import type { Tables } from '#server/db/tables.ts'
import { keptFile } from './kept-file.ts'

/**
 * PGlite in memory, with the current tables and no rows. Making the tables takes seconds, so they are made once for
 * each version of PGlite and of the tables, and kept in `.cache`.
 */
export async function openPGlite(): Promise<PGlite> {
  return PGlite.create({ loadDataDir: await migratedFiles() })
}

/** Fills a server's data directory as its first start would. */
export async function fillDataDir(dataDir: string): Promise<void> {
  const directory = join(dataDir, 'pglite')
  mkdirSync(directory, { recursive: true })
  const lite = await PGlite.create(directory, { loadDataDir: await emptyFiles() })
  await lite.close()
}

const emptyFiles = async () =>
  new Blob([
    await keptFile({ kind: 'pglite-empty', name: `${versionOfPGlite()}.tar` }, async () =>
      filesOf(await PGlite.create()),
    ),
  ])

async function migratedFiles(): Promise<Blob> {
  const tables = createHash('sha256').update(JSON.stringify(MIGRATIONS)).digest('hex').slice(0, 12)
  const name = `${versionOfPGlite()}-${tables}.tar`
  const files = await keptFile({ kind: 'pglite-tables', name }, async () => {
    const lite = await PGlite.create({ loadDataDir: await emptyFiles() })
    await migrate(new Kysely<Tables>({ dialect: pgliteDialect(lite) }))
    return filesOf(lite)
  })
  return new Blob([files])
}

/** Closes the database, and returns its files. */
async function filesOf(lite: PGlite): Promise<Uint8Array<ArrayBuffer>> {
  const files = await lite.dumpDataDir('none')
  await lite.close()
  return new Uint8Array(await files.arrayBuffer())
}

function versionOfPGlite(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(main, '../../package.json'), 'utf8')) as {
    version: string
  }
  return version
}
