import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isImage } from './lib/ensure-install.mjs'

const ROOT = join(import.meta.dirname, '..')

/** All inputs of a build. */
export const INPUTS = [
  'build',
  'demo-provider',
  'public',
  'server',
  'src',
  'sw',
  'index.html',
  'lingui.config.ts',
  'manifest.webmanifest',
  'operator.config.ts',
  'operator.html',
  'package-lock.json',
  'package.json',
  'scripts/build.mjs',
  'scripts/verifier.mjs',
  'tsconfig.json',
  'uno.config.ts',
  'verifier.config.ts',
  'vite.config.ts',
]

/** `KOI_OUT_DIR`, or `dist`. */
export function outputDir() {
  return resolve(ROOT, process.env.KOI_OUT_DIR ?? 'dist')
}

/** True if the output directory has a build of the current sources. */
export function isBuildFresh(out = outputDir()) {
  if (isImage()) return true
  const stamp = readStamp(out)
  if (!stamp || !existsSync(join(out, 'server/main.js')) || !existsSync(join(out, 'client/index.html'))) {
    return false
  }
  const files = listInputs()
  if (stamp.times === timesOf(files)) return true
  // Times change with every checkout; only changed content needs a build.
  if (stamp.content !== contentOf(files)) return false
  try {
    writeStamp(out, stamp.content)
  } catch {
    // A service's user may not write there, and the stamp only saves the next one from comparing contents.
  }
  return true
}

/** Hash of every input's name and content. */
export function hashInputs() {
  return contentOf(listInputs())
}

/** Marks the output directory as built from inputs with this hash. */
export function writeStamp(out, content) {
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, '.stamp'), JSON.stringify({ content, times: timesOf(listInputs()) }))
}

function readStamp(out) {
  try {
    return JSON.parse(readFileSync(join(out, '.stamp'), 'utf8'))
  } catch {
    return null
  }
}

function listInputs() {
  return INPUTS.flatMap((path) => (existsSync(join(ROOT, path)) ? listFiles(path) : []))
}

function listFiles(path) {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path]
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !name.endsWith('.gen.ts'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    )
}

/** A build that withdraws the service worker is another build of the same sources. */
function hashOfKind() {
  return createHash('sha256').update(process.env.KOI_WITHDRAW_WORKER === '1' ? 'withdraw\n' : '')
}

function timesOf(files) {
  const hash = hashOfKind()
  for (const path of files) {
    const { mtimeMs, size } = statSync(join(ROOT, path))
    hash.update(`${path}\0${mtimeMs}\0${size}\n`)
  }
  return hash.digest('hex')
}

function contentOf(files) {
  const hash = hashOfKind()
  for (const path of files) {
    const content = createHash('sha256')
      .update(readFileSync(join(ROOT, path)))
      .digest('hex')
    hash.update(`${path}\0${content}\n`)
  }
  return hash.digest('hex')
}
