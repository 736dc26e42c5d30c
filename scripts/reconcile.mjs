import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

requireNode()
const { values } = readOptions({
  usage: `npm run reconcile [-- --chain [--last <n>] | --provider <name> [--day <YYYY-MM-DD>]]

  Adds the whole ledger up, compares it with deposits, withdrawals, bonuses, bets, Crash, seals, histories and practice
  chains, makes every bet again, checks every signature, and prints, in smallest units, what players and the house
  hold of each coin, what was compared and what was not. Ends with 1 and names what is wrong when something differs.
  Reads the server's environment (DATABASE_URL or DATA_DIR, KOI_SECRET_KEY, KOI_MODE and KOI_CONFIG) as the server
  does, and changes nothing. docs/money.md tells what it compares.

  --chain     looks for the newest deposits and withdrawals on the configured chains too, and tells what the house
              holds there. What a node does not answer for is told as not checked
  --last <n>  so many of each, on each chain (100)
  --provider  compares a day of games of others with the list of their provider instead, by transaction and in sum.
              What its list lacks is told as a difference
  --day       in UTC; without it the last whole day`,
  options: {
    chain: { type: 'boolean', default: false },
    last: { type: 'string' },
    provider: { type: 'string' },
    day: { type: 'string' },
  },
})
const { provider, day } = values

if (provider === undefined && day !== undefined) {
  console.error('--day needs --provider.')
  process.exit(2)
}
if (provider !== undefined && values.chain) {
  console.error('--provider and --chain are two comparisons: run one after the other.')
  process.exit(2)
}
if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day)) {
  console.error('--day must be a day such as 2026-11-30.')
  process.exit(2)
}

if (values.last !== undefined && !values.chain) {
  console.error('--last needs --chain: it limits the search on the chains.')
  process.exit(2)
}
const last = values.last ?? '100'
if (!/^[1-9]\d{0,5}$/.test(last)) {
  console.error('--last must be a number from 1 to 999999.')
  process.exit(2)
}

try {
  ensureInstall({ keepStdoutClean: true })
  const { tsImport } = await import('tsx/esm/api')
  const { readConfig } = await tsImport('../server/config/config.ts', import.meta.url)
  const { runReconcile } = await tsImport('../server/books/reconcile.command.ts', import.meta.url)
  const { openViews } = await tsImport('../server/chain-check/open-views.ts', import.meta.url)
  const config = readConfig(process.env)
  const write = (line) => console.log(line)
  if (provider !== undefined) {
    const command = await tsImport('../server/books/reconcile-provider.command.ts', import.meta.url)
    const isSame = await command.runReconcileProvider(config, { provider, day, now: Date.now() }, write)
    process.exit(isSame ? 0 : 1)
  }
  const onChain = values.chain ? { views: openViews(config), last: Number(last) } : undefined
  const isSound = await runReconcile(config, write, onChain)
  process.exitCode = isSound ? 0 : 1
} catch (error) {
  // An error that the operator can fix is one sentence.
  console.error(error.name === 'StartupError' ? error.message : error)
  process.exitCode = 2
}
