import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, rmSync } from 'node:fs'
import {
  appendFile,
  chown,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { StartupError } from '#server/base/startup-error.ts'
import { readArchivedWal, type ArchivedWal } from './archived-wal.ts'
import type { Backup } from './backup-dir.ts'
import type { PostgresManifest } from './manifest.ts'
import { makeNewDirectory } from './new-directory.ts'
import { programEnv, runProgram, type Programs } from './postgres-programs.ts'
import { unprivilegedUser } from './unprivileged-user.ts'
import { segmentName } from './wal.ts'

export interface RestoredCluster {
  /** The address of the backed up database, by a socket that only this user can open. */
  readonly url: string
  /** PostgreSQL's reason for reading no further. */
  readonly endOfWal: string
  /** The archive as it was for this recovery. */
  readonly wal: ArchivedWal
  /** Its files under the names that recovery asks for. */
  readonly walDir: string
  stop(): Promise<void>
}

interface Restore {
  readonly programs: Programs
  readonly backup: Backup & { readonly manifest: PostgresManifest }
  readonly archive: string
  /** Role of the database that the address names. */
  readonly user: string
  readonly until: Date | null
  /** A new directory that stays; null for one that goes with the cluster. */
  readonly to: string | null
}

type Owner = { readonly uid: number; readonly gid: number } | undefined

/**
 * Starts a copy of the backup beside everything else, and lets it recover to the end of the archive or to a moment.
 * @throws StartupError with what PostgreSQL says when it cannot
 */
export async function startRestored(restore: Restore): Promise<RestoredCluster> {
  const place = await mkdtemp(join(tmpdir(), 'koi-restore-'))
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  const data = restore.to === null ? join(place, 'data') : resolve(restore.to)
  // A copy of the database must not stay behind an interrupted check.
  const clearAtExit = () => rmSync(place, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', clearAtExit)
  const clear = async () => {
    process.off('exit', clearAtExit)
    await rm(place, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await makeNewDirectory(data)
  } catch (error) {
    await clear()
    throw error
  }
  try {
    await copyBase(join(restore.backup.path, 'base'), data, owner)
    if (restore.to !== null) await waitForNobody(data)
    const walDir = join(place, 'wal')
    // Only now, so that it is newer than everything that was asked of the database before.
    const wal = await readArchivedWal(restore.archive, restore.backup.manifest)
    await offerWal(walDir, { ...restore, wal }, owner)
    await writeFile(join(place, 'pg_hba.conf'), 'local all all trust\n')
    for (const file of ['pg_ident.conf', 'postgresql.conf']) await writeFile(join(place, file), '')
    if (owner) await giveAway(place, owner)
    const server = await recover(place, { data, owner, restore })
    return {
      url: server.url,
      endOfWal: server.endOfWal,
      wal,
      walDir,
      async stop() {
        await server.stop()
        // A restored directory must outlive a loss of power.
        if (restore.to !== null) {
          const args = ['--sync-only', `--pgdata=${data}`]
          await runProgram(restore.programs.pathOf('initdb'), args, { cwd: place, ...owner })
        }
        await clear()
      },
    }
  } catch (error) {
    await rm(data, { recursive: true, force: true, maxRetries: 3 })
    await clear()
    throw error
  }
}

async function copyBase(base: string, data: string, owner: Owner): Promise<void> {
  await cp(base, data, { recursive: true, mode: constants.COPYFILE_FICLONE })
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 })
  if (owner) await giveAway(data, owner)
}

/** The first commit would wait for ever: archive and standbys follow this database only once it runs. */
async function waitForNobody(data: string): Promise<void> {
  await appendFile(join(data, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n")
}

async function giveAway(directory: string, { uid, gid }: NonNullable<Owner>): Promise<void> {
  await chown(directory, uid, gid)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid)
  }
}

/** Links to complete files. A partial one is copied, because the archive gives it another name when it is complete. */
async function offerWal(
  walDir: string,
  { wal, archive, backup }: Restore & { readonly wal: ArchivedWal },
  owner: Owner,
): Promise<void> {
  await mkdir(walDir, { mode: 0o700 })
  const { segmentBytes } = backup.manifest
  const offer = async (file: string, name: string) => {
    const from = resolve(archive, file)
    if (owner || file.endsWith('.partial')) {
      await copyFile(from, join(walDir, name), constants.COPYFILE_FICLONE)
    } else await symlink(from, join(walDir, name))
  }
  for (const file of wal.histories) await offer(file, file)
  for (const segment of wal.segments.values()) await offer(segment.file, segmentName(segment, segmentBytes))
}

/** They replace the primary's own settings, by which a copy would archive, replicate and listen. */
const SETTINGS = {
  listen_addresses: '',
  port: '5432',
  archive_mode: 'off',
  synchronous_standby_names: '',
  primary_conninfo: '',
  primary_slot_name: '',
  shared_preload_libraries: '',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'warning',
  log_line_prefix: '',
  lc_messages: 'C',
  ssl: 'off',
  hot_standby: 'off',
  max_prepared_transactions: '64',
  recovery_target_timeline: 'latest',
  recovery_target_action: 'promote',
  recovery_min_apply_delay: '0',
  restore_command: 'cp "$KOI_RESTORE_WAL/%f" "%p"',
} as const

async function recover(
  place: string,
  { data, owner, restore }: { readonly data: string; readonly owner: Owner; readonly restore: Restore },
) {
  const { programs, backup, user, until, to } = restore
  const settings = {
    ...SETTINGS,
    fsync: to === null ? 'off' : 'on',
    unix_socket_directories: place,
    config_file: join(place, 'postgresql.conf'),
    hba_file: join(place, 'pg_hba.conf'),
    ident_file: join(place, 'pg_ident.conf'),
    ...(until !== null && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(programs.pathOf('postgres'), ['-D', data, ...args], {
    cwd: place,
    env: programEnv({ TZ: 'UTC', KOI_RESTORE_WAL: join(place, 'wal') }),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...owner,
  })
  const killWithUs = () => server.kill('SIGQUIT')
  process.prependOnceListener('exit', killWithUs)
  const ended = once(server, 'close')
  const lines: string[] = []
  const ready = new Promise<void>((done) => {
    let rest = ''
    server.stderr.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
      lines.splice(0, lines.length - 100)
      if (parts.some((line) => line.includes('database system is ready to accept connections'))) done()
    })
  })
  const stop = async () => {
    process.off('exit', killWithUs)
    // A fast shutdown, which ends with a checkpoint.
    server.kill('SIGINT')
    await ended
  }
  await Promise.race([ready, ended])
  if (server.exitCode !== null || server.signalCode !== null) {
    process.off('exit', killWithUs)
    throw new StartupError(reasonIn(lines))
  }
  const url = new URL(`postgres://localhost/${backup.manifest.database}`)
  url.username = user || userInfo().username
  url.searchParams.set('host', place)
  return { url: url.href, endOfWal: endOfWalIn(lines), stop }
}

/** The line before the end of the replay says why it ended. */
function endOfWalIn(lines: readonly string[]): string {
  const done = lines.findLastIndex((line) => line.includes('redo done at'))
  const reason = lines
    .slice(0, Math.max(done, 0))
    .findLast((line) => line.startsWith('LOG:') && !line.includes('restored log file'))
  return reason?.replace(/^LOG:\s+/, '') ?? ''
}

function reasonIn(lines: readonly string[]): string {
  const fatal = lines.find((line) => /^(?:FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? ''
  const last = lines.find((line) => line.includes('last completed transaction was at log time'))
  const moment = /log time (.+)$/.exec(last ?? '')?.[1]
  return [
    `PostgreSQL cannot recover: ${fatal.replace(/^\w+:\s+/, '')}.`,
    ...(moment === undefined ? [] : [`The newest transaction that it found is of ${moment}.`]),
  ].join(' ')
}
