import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

requireNode()
const { values, positionals } = readOptions({
  usage: `npm run db -- update --dry-run
npm run db -- spread --dry-run [--machines <n>]

  update  lists what the first start of this release does to the schema, and says whether servers and signer of the
          release before may run meanwhile. Ends with 1 when they must be stopped first: see docs/deployment.md
  spread  prints the commands that spread the ledger's buckets over machines with Citus, for the coordinator's psql,
          and how many buckets each machine would get. docs/operating.md lists the statements that do not run on
          Citus yet

  Both read DATABASE_URL or DATA_DIR as the server does, and change nothing.

  --dry-run       needed: a start brings the schema up to date, and Koi never spreads a database by itself
  --machines <n>  that hold the buckets (4)`,
  options: { 'dry-run': { type: 'boolean', default: false }, machines: { type: 'string', default: '4' } },
  allowPositionals: true,
})

const [verb] = positionals
if (positionals.length !== 1 || (verb !== 'update' && verb !== 'spread')) {
  console.error('Say what to do: npm run db -- update --dry-run, or spread --dry-run.')
  process.exit(2)
}
if (!values['dry-run']) {
  console.error('This command changes nothing: --dry-run tells what would be done.')
  process.exit(2)
}
if (!/^([1-9]|[1-5]\d|6[0-4])$/.test(values.machines)) {
  console.error('--machines must be a number from 1 to 64.')
  process.exit(2)
}

try {
  ensureInstall({ keepStdoutClean: true })
  const { tsImport } = await import('tsx/esm/api')
  const { readConfig } = await tsImport('../server/config/config.ts', import.meta.url)
  const config = readConfig(process.env)
  const write = (line) => console.log(line)
  if (verb === 'update') {
    const { printUpdate } = await tsImport('../server/db/update.command.ts', import.meta.url)
    process.exitCode = (await printUpdate(config, write)) ? 0 : 1
  } else {
    const { printSpread } = await tsImport('../server/ledger/spread.command.ts', import.meta.url)
    await printSpread(config, Number(values.machines), write)
  }
} catch (error) {
  // An error that the operator can fix is one sentence.
  console.error(error.name === 'StartupError' ? error.message : error)
  process.exitCode = 2
}
