import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuildFresh, outputDir } from './build-stamp.mjs'
import { buildAside } from './lib/build-aside.mjs'
import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'
import { stopWithParent } from './lib/stop-with-parent.mjs'

requireNode()
readOptions({
  usage: `npm run signer [-- review | approve <id> | refuse <id> | paid <id> [<transaction>] | unpaid <id> [<transaction>]
                     | trust [<operator> <fingerprint>] | recover [<chain> <transaction> <id> | <chain> <transaction> none | <chain> others none]]

  Signs and sends withdrawals until it is stopped. With a command it decides about those that wait, and ends.

  review   lists what waits for a person, and why
  approve  lets a withdrawal pass
  refuse   gives the money back to the player
  paid     ends what was sent and the chain says too little of, as paid: names its transactions, then takes one
  unpaid   the same, and gives the money back
  trust    lists operators of the console with their passkeys, then takes one with the fingerprint that the operator
           has read to you: from then on the signer carries out what the operator votes for
  recover  lists what the wallets have sent and the database does not know, as after a backup was restored or when
           a wallet was used before, and which withdrawals it fits; then takes for each transaction the withdrawal
           that it has paid, or none: until then nothing is signed on that chain. See docs/operating.md

  Reads DATABASE_URL, KOI_MODE and the file that KOI_CONFIG names as the server does, signer in it included, and
  SIGNER_KEY_FILE or SIGNER_KEY; keeps its journal in DATA_DIR: see docs/configuration.md.`,
  options: {},
  allowPositionals: true,
})

try {
  ensureInstall({ keepStdoutClean: true })
  const program = join(outputDir(), 'server', 'signer.js')
  if (!existsSync(program) || !isBuildFresh()) {
    console.error('Building the app, which takes up to a minute …')
    buildAside()
  }
  await import(pathToFileURL(program).href)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
stopWithParent()
