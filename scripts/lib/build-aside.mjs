import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Builds the product in a process of its own, whose memory is given back before the caller goes on. What the
 * tools have to say matters only when they fail.
 * @throws {Error} one sentence, when the build fails
 */
export function buildAside() {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '..', 'build.mjs')],
    { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (signal) process.exit(130)
  if (status === 0) return
  process.stderr.write(stdout + stderr)
  throw new Error('Building the app failed; the reason is above.')
}
