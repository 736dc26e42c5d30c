import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

requireNode()
const { values, positionals } = readOptions({
  usage: `npm run deposits -- list
npm run deposits -- rescan <chain> <transaction | block | block-block>
npm run deposits -- assign <transfer> <player>
npm run deposits -- close <name> --amount=<amount> --why <reason>

  Decides about what arrived. Each decision is kept with who made it, and asked for again it changes nothing.

  list    what was credited to nobody, and balances of the house that are not explained, with their names
  rescan  reads a transaction or blocks again, to their end, and writes down what was left out
  assign  gives what nobody has claimed to a player, by the number of the account; the server credits it
  close   takes off the list what was dealt with elsewhere, or a difference whose reason you know; the amount is the
          one that the list has, and may be left out for a transfer

  Reads the server's environment (DATABASE_URL or DATA_DIR, KOI_MODE and KOI_CONFIG) as the server does. See "What
  arrives" in docs/operating.md.`,
  options: { why: { type: 'string' }, amount: { type: 'string' } },
  allowPositionals: true,
})

function read() {
  const [command, first, second, ...more] = positionals
  const { amount } = values
  const isClosing = values.why !== undefined || amount !== undefined
  if (more.length > 0 || (isClosing && command !== 'close')) return undefined
  if (command === 'list' && first === undefined) return { command }
  if (command === 'rescan' && second !== undefined) return { command, chain: first, what: second }
  if (command === 'assign' && /^[1-9]\d{0,8}$/.test(second ?? '')) {
    return { command, name: first, player: Number(second) }
  }
  const why = values.why?.trim() ?? ''
  if (command === 'close' && first !== undefined && second === undefined && why !== '') {
    return { command, name: first, amount, why: why.slice(0, 500) }
  }
  return undefined
}

const asked = read()
if (!asked) {
  console.error('Name an action: see npm run deposits -- --help')
  process.exit(2)
}
try {
  ensureInstall({ keepStdoutClean: true })
  const { tsImport } = await import('tsx/esm/api')
  const { readConfig } = await tsImport('../server/config/config.ts', import.meta.url)
  const { runDeposits } = await tsImport('../server/chain-check/deposits.command.ts', import.meta.url)
  await runDeposits(readConfig(process.env), asked, (line) => console.log(line))
} catch (error) {
  // An error that the operator can fix is one sentence.
  console.error(error.name === 'StartupError' ? error.message : error)
  process.exitCode = 2
}
