import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuildFresh, outputDir } from './build-stamp.mjs'
import { ensureInstall } from './lib/ensure-install.mjs'
import { stopWithParent } from './lib/stop-with-parent.mjs'

// Brings the checkout up to date, then becomes the server: signals reach it without a middleman.
try {
  ensureInstall()
  if (!isBuildFresh()) {
    console.log('Building the app, which takes up to a minute …')
    build()
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
await import(pathToFileURL(join(outputDir(), 'server', 'main.js')).href)
stopWithParent()

/**
 * In a process of its own, whose memory is given back before the server starts. What the tools have to say
 * matters only when they fail.
 */
function build() {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'build.mjs')],
    { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (signal) process.exit(130)
  if (status === 0) return
  process.stderr.write(stdout + stderr)
  throw new Error('Building the app failed; the reason is above.')
}
