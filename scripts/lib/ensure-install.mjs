import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Not `import.meta.dirname`: this file must load on a Node that is too old, to say so.
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const OLDEST_NODE = [20, 19]

/**
 * @param {string} version of Node, without the `v`
 * @returns {boolean}
 */
export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/** Ends the process with one sentence when Node is too old. Call before anything newer than this file loads. */
export function requireNode(version = process.versions.node) {
  if (isNodeNewEnough(version)) return
  console.error(
    `Koi needs Node ${OLDEST_NODE.join('.')} or newer, and this is ${version}: see https://nodejs.org.`,
  )
  process.exit(1)
}

/**
 * True if `node_modules` matches the lock file. npm lists its packages in a hidden lock file, written last, so an
 * aborted installation does not count.
 * @param {string} [root] folder of package.json
 * @returns {boolean}
 */
export function isInstalled(root = ROOT) {
  const hidden = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, resolved, optional, devOptional, peer }]) => {
    if (path === '') return true
    const found = present[path]
    // Packages for other platforms, and unneeded peers, are not installed.
    if (!found) return optional === true || devOptional === true || peer === true
    return found.version === version && found.resolved === resolved
  })
}

/**
 * True in an image (`Dockerfile`): it has packages and a build, and nothing that either could be made from.
 * @param {string} [root]
 */
export const isImage = (root = ROOT) => !existsSync(join(root, 'vite.config.ts'))

/**
 * Installs the packages of the lock file when they are missing or stale.
 * @param {{ root?: string, keepStdoutClean?: boolean, log?: (line: string) => void }} [options]
 * keepStdoutClean: for a command whose standard output is its answer
 * @throws {Error} one sentence, when npm fails
 */
export function ensureInstall({
  root = ROOT,
  keepStdoutClean = false,
  log = keepStdoutClean ? console.error : console.log,
} = {}) {
  if (isImage(root) || isInstalled(root)) return
  log('Installing packages (npm ci) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  // NODE_ENV=production would leave out the packages for the build.
  const { status, error } = spawnSync(npm, [...args, '--include=dev'], {
    cwd: root,
    stdio: ['ignore', keepStdoutClean ? process.stderr : 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (error?.code === 'ENOENT') throw new Error('npm was not found: install it with Node and try again.')
  if (status !== 0) throw new Error('Installing the packages failed; npm says why above.')
}
