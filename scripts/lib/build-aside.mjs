import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Builds the product in a separate process, whose memory is free before the caller goes on. The output of the tools is
 * shown only after a failure.
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
