import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createLogger } from '#server/base/logger.ts'
import { VERSION } from '#server/base/version.ts'
import { lockDataDir } from '#server/db/data-dir-lock.ts'
import { readDatabaseTime } from '#server/db/database-time.ts'
import { openDatabase, requireDatabase } from '#server/db/open-database.ts'
import { beginBackup, bindDirectory, syncDirectory, type Backup } from './backup-dir.ts'
import { keepSeals } from './kept-seals.ts'
import { makeNewDirectory } from './new-directory.ts'
import { newestMigration } from './newest-migration.ts'

const FOLDER = 'pglite'

/**
 * Copies the embedded database while no server uses it: its files change without a log that would make a copy of a
 * running one whole.
 * @throws StartupError while a server uses it
 */
export async function makePGliteBackup({
  dir,
  dataDir,
}: {
  readonly dir: string
  readonly dataDir: string
}): Promise<Backup> {
  requireDatabase({ databaseUrl: null, dataDir })
  // Opened once before, so that it is recovered when its server was killed.
  const { at, ...facts } = await readFacts(dir, dataDir)
  const release = lockDataDir(dataDir)
  try {
    const backup = await beginBackup(dir, at)
    try {
      await cp(join(dataDir, FOLDER), join(backup.path, FOLDER), { recursive: true })
      await syncFiles(join(backup.path, FOLDER))
      return await backup.publish({
        format: 1,
        kind: 'pglite',
        begunAt: at.toISOString(),
        endedAt: at.toISOString(),
        koi: VERSION,
        ...facts,
        files: await hashFiles(backup.path),
      })
    } catch (error) {
      await backup.discard()
      throw error
    }
  } finally {
    release()
  }
}

async function readFacts(dir: string, dataDir: string) {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir }, createLogger('silent'))
  try {
    const { origin } = await db
      .selectFrom('schema_migration')
      .select((eb) => eb.fn.min('applied_at').as('origin'))
      .executeTakeFirstOrThrow()
    await bindDirectory(dir, `${FOLDER} of ${new Date(origin).toISOString()}`)
    const at = new Date(await readDatabaseTime(db))
    return { at, schema: await newestMigration(db), seal: await keepSeals(dir, db) }
  } finally {
    await close()
  }
}

/**
 * Copies it into a new data directory.
 * @returns what is wrong with its files; nothing is copied then
 */
export async function restorePGlite(backup: Backup, dataDir: string): Promise<string[]> {
  const found = await hashFiles(backup.path)
  const { files } = backup.manifest
  const faults = [...new Set([...Object.keys(files), ...Object.keys(found)])].flatMap((path) => {
    if (found[path] === files[path]) return []
    return [found[path] === undefined ? `${path} is missing` : `${path} is not as it was backed up`]
  })
  if (faults.length > 0) return faults
  await makeNewDirectory(dataDir)
  await cp(join(backup.path, FOLDER), join(dataDir, FOLDER), { recursive: true })
  await syncFiles(dataDir)
  return []
}

async function hashFiles(path: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  const entries = await readdir(join(path, FOLDER), { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    hashes[relative(path, file).split(sep).join('/')] = hash.digest('hex')
  }
  return hashes
}

async function syncFiles(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await syncDirectory(path)
    if (!entry.isFile()) continue
    const handle = await open(path, 'r+')
    await handle.sync()
    await handle.close()
  }
  await syncDirectory(directory)
}
