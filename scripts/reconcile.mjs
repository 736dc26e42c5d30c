import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

requireNode()
const { values } = readOptions({
  usage: `npm run reconcile [-- --chain [--last <n>]]

  Adds the whole ledger up, compares it with deposits, withdrawals, bonuses, bets, Crash, seals, histories and practice
  chains, makes every bet again, checks every signature, and prints, in smallest units, what players and the house
  hold of each coin, what was compared and what was not. Ends with 1 and names what is wrong when something differs.
  Reads the server's environment (DATABASE_URL or DATA_DIR, KOI_SECRET_KEY, KOI_MODE and KOI_CONFIG) as the server
  does, and changes nothing. docs/money.md tells what it compares.

  --chain     looks for the newest deposits and withdrawals on the configured chains too, and tells what the house
              holds there. What a node does not answer for is told as not checked
  --last <n>  so many of each, on each chain (100)`,
  options: { chain: { type: 'boolean', default: false }, last: { type: 'string' } },
})

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
  const onChain = values.chain ? { views: openViews(config), last: Number(last) } : undefined
  const isSound = await runReconcile(config, (line) => console.log(line), onChain)
  process.exitCode = isSound ? 0 : 1
} catch (error) {
  // An error that the operator can fix is one sentence.
  console.error(error.name === 'StartupError' ? error.message : error)
  process.exitCode = 2
}
