import { once } from 'node:events'
import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

requireNode()
readOptions({
  usage: `npm run -s verify < bets

  Computes the results of bets again. Reads one JSON object a line, or what History › Export writes (JSON or
  CSV), and answers each with one line; a bet with a recorded outcome also with whether it matches.`,
  options: {},
})
if (process.stdin.isTTY) console.error('Type or paste bets, one JSON object a line; Ctrl-D ends.')

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))

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
  const load = (file) => tsImport(`../src/fair/${file}`, import.meta.url)
  const { LINE_TOO_LONG, MAX_LINE_LENGTH, createLineVerifier } = await load('verify-lines.ts')
  const { createLineSplitter } = await load('split-lines.ts')

  const verifyLine = createLineVerifier()
  const splitter = createLineSplitter(MAX_LINE_LENGTH)
  const answer = async (lines) => {
    let text = ''
    for (const line of lines) {
      const answer = line === undefined ? { error: LINE_TOO_LONG } : verifyLine(line)
      if (answer) text += `${JSON.stringify(answer)}\n`
    }
    if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain')
  }

  const decoder = new TextDecoder()
  for await (const bytes of process.stdin)
    await answer(splitter.push(decoder.decode(bytes, { stream: true })))
  await answer([...splitter.push(decoder.decode()), ...splitter.end()])
}
