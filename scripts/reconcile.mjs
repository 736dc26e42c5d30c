import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

requireNode()
readOptions({
  usage: `npm run reconcile

  Adds the whole ledger up and prints, in smallest units, what players and the house hold of each coin.
  Ends with 1 and names what is wrong when it does not add up. Reads DATABASE_URL or DATA_DIR as the server
  does, and changes nothing.`,
  options: {},
})

try {
  ensureInstall({ keepStdoutClean: true })
  const { tsImport } = await import('tsx/esm/api')
  const { readConfig } = await tsImport('../server/config.ts', import.meta.url)
  const { runReconcile } = await tsImport('../server/ledger/reconcile.command.ts', import.meta.url)
  const isSound = await runReconcile(readConfig(process.env), (line) => console.log(line))
  process.exitCode = isSound ? 0 : 1
} catch (error) {
  // Errors an operator can put right are one sentence.
  console.error(error.name === 'StartupError' ? error.message : error)
  process.exitCode = 2
}
