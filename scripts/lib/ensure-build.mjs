import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuildFresh, outputDir } from '../build-stamp.mjs'

/**
 * Builds the product if its sources have changed since the last build; `KOI_DIST_DIR` names a build to use unchanged.
 * @returns {string} the folder of the build
 * @throws {Error} one sentence, when the build fails
 */
export function ensureBuild({ log = console.log } = {}) {
  if (process.env.KOI_DIST_DIR) return process.env.KOI_DIST_DIR
  if (isBuildFresh()) return outputDir()
  log('Building the app …')
  const script = join(import.meta.dirname, '..', 'build.mjs')
  const { status } = spawnSync(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error('Building the app failed; the reason is above.')
  return outputDir()
}
