import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { printRows } from './lib/print-rows.mjs'
import { readOptions } from './lib/options.mjs'

const TEXT = { type: 'string' }

requireNode()
const { values, positionals } = readOptions({
  usage: `npm run admin -- promotion list
npm run admin -- promotion add <file.json> --by <name> --why <reason>
npm run admin -- promotion end <slug> --by <name> --why <reason>
npm run admin -- code list
npm run admin -- code create --name <name> --until <moment> [--uses <n>] [--text <code>] --by <name> --why <reason>
                 and what it gives: --money <amount> [--coin <id>], or rounds as below
npm run admin -- code stop <id> --by <name> --why <reason>
npm run admin -- rounds list <player>
npm run admin -- rounds give <player | all> --game <slug> --stake <amount> --rounds <n> [--days <n>] [--coin <id>]
                 [--params <JSON>] --by <name> --why <reason>
npm run admin -- race list
npm run admin -- race show [<day of its week>]
npm run admin -- reward list <player>
npm run admin -- debt list
npm run admin -- debt settle <provider>/<call> --by <name> --why <reason>
npm run admin -- news send <file.json> --by <name> --why <reason>
npm run admin -- player find <text>
npm run admin -- player show <player>
npm run admin -- withdrawal list [<status>]
npm run admin -- withdrawal show <id>
npm run admin -- game list
npm run admin -- game <pause | resume> <slug> --by <name> --why <reason>
npm run admin -- chain list
npm run admin -- arrival list
npm run admin -- arrival find <transaction or address>
npm run admin -- invite <name> --role <support | finance | risk | owner> [--by <name> --why <reason>]
npm run admin -- operator list
npm run admin -- operator remove <name> --by <name> --why <reason>
npm run admin -- proposal list
npm run admin -- proposal <agree | reject> <id> --by <name> --why <reason>
npm run admin -- audit list

  Promotions, codes, free rounds and news; weekly races; what a player was given, with what earned it; what providers
  of games owe; players, withdrawals, games and chains; deposits that somebody misses; who works in the console, and
  what they propose. Each change is kept in the audit table with who and why, in the same transaction. --json prints
  JSON.

  Reads the server's environment (DATABASE_URL or DATA_DIR, KOI_CONFIG and KOI_SECRET_KEY) as the server does. See
  "What operators give" in docs/operating.md.`,
  options: {
    by: TEXT,
    why: TEXT,
    json: { type: 'boolean', default: false },
    name: TEXT,
    text: TEXT,
    money: TEXT,
    coin: TEXT,
    uses: TEXT,
    until: TEXT,
    game: TEXT,
    params: TEXT,
    stake: TEXT,
    rounds: TEXT,
    days: TEXT,
    role: TEXT,
  },
  allowPositionals: true,
})

// An invitation needs few words, because it is the first command of all.
const [subject, verb, ...words] = positionals[0] === 'invite' ? ['operator', ...positionals] : positionals
if (subject === undefined || verb === undefined || words.length > 1) {
  console.error('Name an action: see npm run admin -- --help')
  process.exit(2)
}

try {
  ensureInstall({ keepStdoutClean: true })
  const { tsImport } = await import('tsx/esm/api')
  const { readConfig } = await tsImport('../server/config/config.ts', import.meta.url)
  const { runAdmin } = await tsImport('../server/admin/admin.command.ts', import.meta.url)
  const { by, why, json, ...options } = values
  await runAdmin(readConfig(process.env), { subject, verb, words, options, by, why }, (rows) =>
    printRows(rows, json),
  )
} catch (error) {
  // An error that the operator can fix is one sentence.
  console.error(error.name === 'StartupError' ? error.message : error)
  process.exitCode = 2
}
