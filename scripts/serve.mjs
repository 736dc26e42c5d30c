import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuildFresh, outputDir } from './build-stamp.mjs'
import { ensureInstall } from './lib/ensure-install.mjs'

// Brings the checkout up to date, then becomes the server: signals reach it without a middleman.
try {
  ensureInstall()
  if (!isBuildFresh()) {
    console.log('Building the app …')
    build()
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
await import(pathToFileURL(join(outputDir(), 'server', 'main.js')).href)

/** In a process of its own, whose memory is given back before the server starts. */
function build() {
  const { status, signal } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (signal) process.exit(130)
  if (status !== 0) throw new Error('Building the app failed; the reason is above.')
}
