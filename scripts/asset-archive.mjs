import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_RELEASES = 3
/** Counted from the end of a release. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000

/**
 * Moves the hashed assets of the replaced release to `previous/<time>/assets`, where the server finds them for open
 * tabs, and deletes those that no tab can need any more.
 * @param {string} out the output directory, still with the old `client`
 * @param {string} nextClient the new client, before it takes its place
 */
export function archiveAssets(out, nextClient, now = Date.now()) {
  const previous = join(out, 'previous')
  const ending = join(out, 'client/assets')
  if (existsSync(ending) && isReplaced(ending, join(nextClient, 'assets'))) {
    const release = join(previous, String(now))
    mkdirSync(release, { recursive: true })
    renameSync(ending, join(release, 'assets'))
  }
  if (!existsSync(previous)) return
  const newestFirst = readdirSync(previous).sort((a, b) => Number(b) - Number(a))
  newestFirst.forEach((release, age) => {
    const isTooOld = now - Number(release) > KEPT_MS
    if (age >= KEPT_RELEASES || isTooOld) rmSync(join(previous, release), { recursive: true, force: true })
  })
}

/** Building the same sources again does not end a release. */
function isReplaced(assets, nextAssets) {
  const kept = new Set(existsSync(nextAssets) ? readdirSync(nextAssets, { recursive: true }) : [])
  return readdirSync(assets, { recursive: true }).some((name) => !kept.has(name))
}
