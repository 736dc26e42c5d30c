import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

const COMPRESSED = ['.br', '.gz']

/**
 * SHA-256 over the files of a build, except for compressed copies: of `<path>\0<SHA-256 of its content>\n` for each, in
 * the order of their paths. `docs/seals.md` says how to compute it by hand.
 */
export function hashBuild(folder: string): string {
  const paths = ['client', 'server']
    .flatMap((part) => readdirSync(join(folder, part), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !COMPRESSED.includes(extname(entry.name)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  const hash = createHash('sha256')
  for (const path of paths) {
    const content = createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
    hash.update(`${path}\0${content}\n`)
  }
  return hash.digest('hex')
}
