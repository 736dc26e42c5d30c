import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

requireNode()
const { values, positionals } = readOptions({
  usage: `npm run db -- spread --dry-run [--machines <n>]

  Prints the commands that spread the ledger's buckets over machines with Citus, for the coordinator's psql, and how
  many buckets each machine would get. Reads DATABASE_URL or DATA_DIR as the server does, and changes nothing.
  docs/operating.md lists the statements that do not run on Citus yet.

  --dry-run       needed: Koi runs none of these commands by itself
  --machines <n>  that hold the buckets (4)`,
  options: { 'dry-run': { type: 'boolean', default: false }, machines: { type: 'string', default: '4' } },
  allowPositionals: true,
})

if (positionals.join(' ') !== 'spread') {
  console.error('Say what to do: npm run db -- spread --dry-run.')
  process.exit(2)
}
if (!values['dry-run']) {
  console.error('Koi does not spread a database by itself: --dry-run prints the commands for it.')
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
  const { printSpread } = await tsImport('../server/ledger/spread.command.ts', import.meta.url)
  await printSpread(readConfig(process.env), Number(values.machines), (line) => console.log(line))
} catch (error) {
  // An error that the operator can fix is one sentence.
  console.error(error.name === 'StartupError' ? error.message : error)
  process.exitCode = 2
}
