import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

const ROOT = join(import.meta.dirname, '..')
/** Tests that a newer schema does not pass, because they compare the whole schema with that of their own release. */
const OWN_SCHEMA = 'written down|are all listed here|refuse a database of a newer version'

requireNode()
const { positionals } = readOptions({
  usage: `npm run test:releases -- <commit> [<words of test files>]

  Runs the tests of an earlier release, such as a tag, on a database that this release has migrated: so they find what
  a process of that release would find while it is replaced. Without words, its suites of the ledger and of withdrawals
  on PostgreSQL. Needs git, and a PostgreSQL as npm test does.`,
  options: {},
  allowPositionals: true,
})
const [commit, ...words] = positionals
if (commit === undefined) {
  console.error('Name the commit of the earlier release.')
  process.exit(2)
}
const files = words.length > 0 ? words : ['postgres-ledger', 'postgres-withdrawals']

ensureInstall()
const { tsImport } = await import('tsx/esm/api')
const load = (path) => tsImport(`../${path}`, import.meta.url)
const { startPostgres } = await load('tests/support/postgres.ts')
const { openDatabase } = await load('server/db/open-database.ts')
const { migrate } = await load('server/db/migrate.ts')
const { seed } = await load('server/seed.ts')
const { createLogger } = await load('server/base/logger.ts')

const folder = mkdtempSync(join(tmpdir(), 'koi-release-'))
const checkout = join(folder, 'koi')
const git = (...args) => run('git', args, ROOT)
let postgres
try {
  git('worktree', 'add', '--detach', '--quiet', checkout, commit)
  if (!read('tests/server/suites/postgres-backend.ts').includes('KOI_TEST_SCHEMA')) {
    throw new Error(`${commit} is of a time when releases did not run beside each other.`)
  }
  if (read('package-lock.json') === readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) {
    symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'), 'junction')
  } else {
    run('npm', ['ci', '--no-audit', '--no-fund', '--include=dev'], checkout)
  }
  postgres = await startPostgres()
  const address = await postgres.createDatabase()
  const { db, close } = await openDatabase({ databaseUrl: address, dataDir: '' }, createLogger('silent'))
  await migrate(db, seed)
  await close()
  run(
    process.execPath,
    [join(checkout, 'node_modules/vitest/vitest.mjs'), 'run', ...files, '-t', `^(?!.*(?:${OWN_SCHEMA}))`],
    checkout,
    { DATABASE_URL_TEST: postgres.url, KOI_TEST_SCHEMA: address },
  )
  console.log(`\n${commit} goes on with the schema of this release.`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await postgres?.stop()
  spawnSync('git', ['worktree', 'remove', '--force', checkout], { cwd: ROOT })
  rmSync(folder, { recursive: true, force: true })
}

function read(path) {
  return readFileSync(join(checkout, path), 'utf8')
}

function run(command, args, cwd, env = {}) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`)
}
