import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'
import { makeDirectory } from '#server/db/make-directory.ts'
import { ManifestSchema, type Manifest } from './manifest.ts'

export interface Backup {
  readonly name: string
  readonly path: string
  readonly manifest: Manifest
}

const MANIFEST = 'manifest.json'
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/
const UNFINISHED = /^\.(?:making|deleting)-/
const UNFINISHED_MS = 24 * 60 * 60_000

export const walDirOf = (dir: string): string => join(dir, 'wal')

/**
 * Complete backups, the oldest first.
 * @throws StartupError if one of them has no readable manifest
 */
export async function listBackups(dir: string): Promise<Backup[]> {
  const names = await readdir(dir).catch(() => [])
  return Promise.all(
    names
      .filter((name) => NAME.test(name))
      .toSorted()
      .map((name) => readBackup(dir, name)),
  )
}

async function readBackup(dir: string, name: string): Promise<Backup> {
  const path = join(dir, name)
  try {
    const manifest = v.parse(ManifestSchema, JSON.parse(await readFile(join(path, MANIFEST), 'utf8')))
    return { name, path, manifest }
  } catch (cause) {
    throw new StartupError(
      `The backup ${path} has no readable ${MANIFEST}: it is damaged or of a newer Koi. Move it away.`,
      { cause },
    )
  }
}

/** A backup under way has a name that no command takes for a backup; `publish` gives it its own. */
export async function beginBackup(
  dir: string,
  now: Date,
): Promise<{ path: string; publish(manifest: Manifest): Promise<Backup>; discard(): Promise<void> }> {
  await removeUnfinished(dir, now)
  const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const temporary = join(dir, `.making-${name}-${process.pid}`)
  await mkdir(temporary, { mode: 0o700 })
  return {
    path: temporary,
    async publish(manifest) {
      await writeDurably(join(temporary, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
      await syncDirectory(temporary)
      const path = join(dir, name)
      await rename(temporary, path)
      await syncDirectory(dir)
      return { name, path, manifest }
    },
    discard: () => rm(temporary, { recursive: true, force: true }),
  }
}

/** Its first step is a new name, so that a half-deleted backup is never taken for one. */
export async function deleteBackup(dir: string, { name, path }: Backup): Promise<void> {
  const temporary = join(dir, `.deleting-${name}`)
  await rename(path, temporary)
  await syncDirectory(dir)
  await rm(temporary, { recursive: true, force: true })
}

/** Removes what a killed command has left, unless it may still be at work. */
async function removeUnfinished(dir: string, now: Date): Promise<void> {
  for (const name of (await readdir(dir)).filter((each) => UNFINISHED.test(each))) {
    const { mtimeMs } = await stat(join(dir, name))
    if (mtimeMs < now.getTime() - UNFINISHED_MS) await rm(join(dir, name), { recursive: true, force: true })
  }
}

/**
 * Makes the directory, and binds it to the first database that is backed up there.
 * @param system identifier of the PostgreSQL cluster, or `pglite`
 * @throws StartupError if it has backups of another database
 */
export async function bindDirectory(dir: string, system: string): Promise<void> {
  try {
    makeDirectory(dir)
    const file = join(dir, 'database')
    const bound = await readFile(file, 'utf8').catch(() => null)
    if (bound === null) await writeDurably(file, `${system}\n`)
    else if (bound.trim() !== system) {
      throw new StartupError(
        `${dir} has backups of another database (${bound.trim()}, this one is ${system}): choose another BACKUP_DIR.`,
      )
    }
  } catch (error) {
    if (error instanceof StartupError) throw error
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new StartupError(`BACKUP_DIR ${dir} cannot be written (${code}).`, { cause: error })
  }
}

export async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flush: true })
}

/** A new name is only durable with its directory. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open directories.
  if (process.platform === 'win32') return
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
