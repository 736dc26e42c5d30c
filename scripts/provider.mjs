import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { printRows } from './lib/print-rows.mjs'
import { readOptions } from './lib/options.mjs'

const TEXT = { type: 'string' }

requireNode()
const { values, positionals } = readOptions({
  usage: `npm run provider -- list [<provider>]
npm run provider -- sync [<provider>]
npm run provider -- on | off <provider> [<game> | --all-of <category>…] --by <name> --why <reason>
npm run provider -- check [<provider>] [--at <address of Koi>] [--provider-key <file> --player <account>]

  Games of other providers. list tells what there is. sync reads what each provider lists: new games are off. on and
  off turn a whole provider, one game by its code, or all games of a category: live, slots, shows. Each switch is
  kept in the audit table. check tells what can be known from here, and ends with 1 when something is wrong: keys, the
  provider's list and a demonstration, and that Koi refuses forged calls. With the private key of a provider that gives
  it away, it also plays bets, wins and roll-backs with an account: of the smallest amount, and all is given back.
  --json prints JSON.

  Reads the server's environment (DATABASE_URL or DATA_DIR, KOI_MODE and KOI_CONFIG) as the server does. See
  docs/providers.md.`,
  options: {
    by: TEXT,
    why: TEXT,
    'all-of': { type: 'string', multiple: true, default: [] },
    at: TEXT,
    'provider-key': TEXT,
    player: TEXT,
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const [verb, name, ...rest] = positionals
const isOfCategories = values['all-of'].length > 0
if (verb === undefined || (!isOfCategories && rest.length > 1)) {
  console.error('Name an action: see npm run provider -- --help')
  process.exit(2)
}

try {
  ensureInstall({ keepStdoutClean: true })
  const { tsImport } = await import('tsx/esm/api')
  const { readConfig } = await tsImport('../server/config/config.ts', import.meta.url)
  const { runProvider } = await tsImport('../server/admin/provider.command.ts', import.meta.url)
  const { by, why, json } = values
  // Categories may follow each other: --all-of live slots.
  const allOf = isOfCategories ? values['all-of'].concat(rest) : []
  const words = [name, ...(isOfCategories ? [] : rest)].filter((word) => word !== undefined)
  const check = { at: values.at, providerKey: values['provider-key'], player: values.player }
  await runProvider(readConfig(process.env), { verb, words, allOf, by, why, check }, (rows) => {
    if (rows.some(({ result, failed }) => result === 'failed' || failed !== undefined)) process.exitCode = 1
    printRows(rows, json)
  })
} catch (error) {
  // An error that the operator can fix is one sentence.
  console.error(error.name === 'StartupError' ? error.message : error)
  process.exitCode = 2
}
