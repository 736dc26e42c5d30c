import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuildFresh, outputDir } from './build-stamp.mjs'
import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { stopWithParent } from './lib/stop-with-parent.mjs'

requireNode()

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
stopWithParent()
