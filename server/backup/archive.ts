import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#server/base/startup-error.ts'
import { makeDirectory } from '#server/db/make-directory.ts'
import { firstLine, placeOf } from '#server/db/postgres-pool.ts'
import { bindDirectory, walDirOf } from './backup-dir.ts'
import { lastLine, programEnv, requirePrograms } from './postgres-programs.ts'
import { ARCHIVE_NAME, connectionOf, identifyCluster, makeSlot } from './replication.ts'

const AGAIN_MS = 2_000

interface Archive {
  readonly dir: string
  readonly databaseUrl: string
  readonly signal: AbortSignal
  readonly write: (line: string) => void
}

/**
 * Writes the WAL of the database into `wal` as it comes, until the signal. After a lost connection it goes on where it
 * was: the slot makes the database keep what is missing.
 * @throws StartupError when it cannot go on without the operator
 */
export async function archiveWal(archive: Archive): Promise<void> {
  const { databaseUrl, signal, write } = archive
  let told = ''
  while (!signal.aborted) {
    const reason = await receive(archive).catch((error: unknown) => {
      if (error instanceof StartupError) throw error
      return firstLine(error)
    })
    if (signal.aborted) return
    if (/has already been removed|ahead of the WAL flush position/.test(reason)) {
      throw new StartupError(
        `The database has no WAL any more that follows the archive (${reason}): begin a new BACKUP_DIR with archive and make, and keep this one. Nothing from between the two can be restored.`,
      )
    }
    if (reason !== told) write(`Not archiving ${placeOf(databaseUrl)}: ${reason}. Trying again.`)
    told = reason
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => {})
  }
}

/** @returns why it ended */
async function receive({ dir, databaseUrl, signal, write }: Archive): Promise<string> {
  const { system, major } = await identifyCluster(databaseUrl)
  await bindDirectory(dir, system)
  const wal = walDirOf(dir)
  makeDirectory(wal)
  await makeSlot(databaseUrl)
  const programs = await requirePrograms(['pg_receivewal'], major, { isNewerFine: true })
  if (signal.aborted) return ''
  const { address, env } = connectionOf(databaseUrl, ARCHIVE_NAME)
  const receiver = spawn(
    programs.pathOf('pg_receivewal'),
    [
      `--dbname=${address}`,
      `--directory=${wal}`,
      `--slot=${ARCHIVE_NAME}`,
      '--synchronous',
      '--no-loop',
      '--no-password',
    ],
    { env: programEnv(env), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const stop = () => receiver.kill('SIGINT')
  signal.addEventListener('abort', stop)
  let said = ''
  receiver.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000)
  })
  write(`Archiving ${placeOf(databaseUrl)} into ${wal}.`)
  try {
    await once(receiver, 'close')
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return lastLine(said).replace(/^pg_receivewal: (?:error: )?/, '') || 'pg_receivewal has ended'
}
