import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuildFresh, outputDir } from './build-stamp.mjs'
import { ensureInstall, requireNode } from './lib/ensure-install.mjs'

requireNode()

const parent = process.ppid

try {
  ensureInstall({ keepStdoutClean: true })
  const program = join(outputDir(), 'server', 'signer.js')
  if (!existsSync(program) || !isBuildFresh()) {
    const { build } = await import('./build.mjs')
    await build()
  }
  await import(pathToFileURL(program).href)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
if (process.env.npm_lifecycle_event) stopWithParent()

/** npm hands SIGTERM to the shell between it and us, which ends without passing it on. */
function stopWithParent() {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}
