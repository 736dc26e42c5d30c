import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '..')
const README = join(ROOT, 'README.md')
const IN_README = /(<!-- verify\.html -->`)[0-9a-f]{64}(`)/

/** The text of verify.html: the same for the same sources. */
export async function buildVerifier() {
  const { build } = await import('vite')
  const { output } = await build({
    configFile: join(ROOT, 'verifier.config.ts'),
    logLevel: 'warn',
    mode: 'production',
    build: { write: false },
  })
  return String(output[0].source)
}

/** SHA-256 as hexadecimal text. */
export const hashOf = (text) => createHash('sha256').update(text).digest('hex')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { ensureInstall, requireNode } = await import('./lib/ensure-install.mjs')
  const { readOptions } = await import('./lib/options.mjs')
  requireNode()
  const { values } = readOptions({
    usage: `npm run verifier

  Builds verify.html twice, compares the two, and writes its SHA-256 into the README.

  --check  writes nothing, and fails when the README has another one`,
    options: { check: { type: 'boolean', default: false } },
  })
  ensureInstall()
  const [first, second] = [await buildVerifier(), await buildVerifier()]
  const hash = hashOf(first)
  const readme = readFileSync(README, 'utf8')
  const written = readme.replace(IN_README, `$1${hash}$2`)
  if (first !== second) fail('Two builds of verify.html differ.')
  else if (!IN_README.test(readme)) fail('README.md has no place for the SHA-256 of verify.html.')
  else if (values.check && written !== readme) {
    fail(`README.md has another SHA-256 of verify.html than ${hash}: run npm run verifier.`)
  } else {
    if (!values.check) writeFileSync(README, written)
    console.log(`verify.html: ${Buffer.byteLength(first)} bytes, SHA-256 ${hash}`)
  }
}

function fail(text) {
  console.error(text)
  process.exitCode = 1
}
