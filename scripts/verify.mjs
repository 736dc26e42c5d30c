import { createPublicKey, verify as verifyBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { allowEarlyReader } from './lib/early-reader.mjs'
import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

requireNode()
const { values } = readOptions({
  usage: `npm run -s verify -- [--keys file] < bets

  Computes the results of bets again. Reads one JSON object a line, what History › Export writes (JSON or CSV),
  or the file of Security › Download your data, and answers each bet with one line; one with a recorded outcome
  also with whether it matches. Receipts, daily seals and proofs are checked, too: what is wrong with them, and
  summaries, are the last lines. The exit code is 1 when anything is wrong; that a seed is not revealed yet is not.

  --keys  a file with the keys that the house signs receipts with: the answer of its /api/config. Without it,
          those of a line {"receiptKeys":[…]} count.`,
  options: { keys: { type: 'string' } },
})
if (process.stdin.isTTY) console.error('Type or paste bets, one JSON object a line; Ctrl-D ends.')

allowEarlyReader()

try {
  ensureInstall({ keepStdoutClean: true })
  await answerStandardInput()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

/** Answers each bet on standard input with one line, as soon as it has come in. */
async function answerStandardInput() {
  const { tsImport } = await import('tsx/esm/api')
  const load = (file) => tsImport(`../src/verify/${file}`, import.meta.url)
  const { createInputVerifier } = await load('verify-input.ts')
  const { isWrong } = await load('verify-lines.ts')
  const { receiptKeysOf } = await load('verify-receipts.ts')

  const trusted = values.keys === undefined ? undefined : receiptKeysOf(readJson(values.keys))
  const verifier = createInputVerifier(isSigned, trusted)
  const print = async (answers) => {
    if (answers.some(isWrong)) process.exitCode = 1
    const text = answers.map((answer) => `${JSON.stringify(answer)}\n`).join('')
    if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain')
  }

  const decoder = new TextDecoder()
  for await (const bytes of process.stdin)
    await print(await verifier.push(decoder.decode(bytes, { stream: true })))
  await print(await verifier.push(decoder.decode()))
  await print(await verifier.end())
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`The keys cannot be read: ${error.message}`, { cause: error })
  }
}

/** Ed25519 by Node. */
function isSigned(signature, message, publicKey) {
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verifyBytes(null, message, key, signature)
}
