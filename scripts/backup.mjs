import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { outputDir } from './build-stamp.mjs'
import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

requireNode()

/** The release that is built here: sources alone do not know it. Undefined before a build. */
function builtRelease() {
  try {
    return readFileSync(join(outputDir(), 'server/release'), 'utf8')
  } catch {
    return undefined
  }
}

const { values, positionals } = readOptions({
  usage: `npm run backup -- archive
npm run backup -- make
npm run backup -- check [<backup>] [--until <moment>]
npm run backup -- restore [<backup>] [--until <moment>] --to <new directory>
npm run backup -- list
npm run backup -- prune --keep <n>

  archive  writes the WAL of PostgreSQL into BACKUP_DIR as it comes, until it is stopped: keep it running
  make     copies the database into a new directory in BACKUP_DIR; an embedded one only while no server uses it
  check    restores a backup beside everything else, with the archive or up to a moment, reconciles its books, compares
           its seals with the kept ones, and names the moment of the newest bet, deposit, withdrawal and movement.
           Ends with 1 and says what is lost when it is not whole
  restore  does the same, and keeps the restored data directory
  list     names the backups, the oldest first
  prune    deletes all but the newest backups, and the WAL that only they need

  Reads BACKUP_DIR and BACKUP_DATABASE_URL (or DATABASE_DIRECT_URL, DATABASE_URL, DATA_DIR); check and restore read the
  server's environment, KOI_SECRET_KEY included. See "Backups" in docs/operating.md.`,
  options: { until: { type: 'string' }, to: { type: 'string' }, keep: { type: 'string' } },
  allowPositionals: true,
})

const [verb, name, ...others] = positionals
if (verb === undefined || others.length > 0) {
  console.error('Say what to do: see npm run backup -- --help')
  process.exit(2)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (verb === 'archive') stopping.abort()
    // The exit also ends a restored copy and removes it.
    else process.exit(130)
  })
}

try {
  ensureInstall({ keepStdoutClean: true })
  const release = builtRelease()
  if (release !== undefined) process.env.KOI_VERSION ??= release
  const { tsImport } = await import('tsx/esm/api')
  const { runBackup } = await tsImport('../server/backup/backup.command.ts', import.meta.url)
  const isWhole = await runBackup(
    process.env,
    { verb, name, ...values },
    { write: (line) => console.log(line), signal: stopping.signal },
  )
  process.exitCode = isWhole ? 0 : 1
} catch (error) {
  // An error that the operator can fix is one sentence.
  console.error(error.name === 'StartupError' ? error.message : error)
  process.exitCode = 2
}
