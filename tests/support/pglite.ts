import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url))

/**
 * PGlite in memory, with nothing in it. PGlite makes its files anew for seconds; here they are made once for each of
 * its versions, and kept in `.cache`.
 */
export async function openPGlite(): Promise<PGlite> {
  return PGlite.create({ loadDataDir: await emptyFiles() })
}

/** Gives a server's data directory the files of an empty database, as its first start would make them. */
export async function fillDataDir(dataDir: string): Promise<void> {
  const directory = join(dataDir, 'pglite')
  mkdirSync(directory, { recursive: true })
  const lite = await PGlite.create(directory, { loadDataDir: await emptyFiles() })
  await lite.close()
}

async function emptyFiles(): Promise<Blob> {
  const file = join(CACHE, `pglite-${versionOfPGlite()}.tar`)
  if (existsSync(file)) return new Blob([readFileSync(file)])
  const lite = await PGlite.create()
  const files = await lite.dumpDataDir('none')
  await lite.close()
  mkdirSync(CACHE, { recursive: true })
  // Whole from the start: another worker may be looking for it.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await files.arrayBuffer()))
  renameSync(unfinished, file)
  return files
}

function versionOfPGlite(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(main, '../../package.json'), 'utf8')) as {
    version: string
  }
  return version
}
