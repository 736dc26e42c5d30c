import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Only this user may read it and the parents it creates. Node's own `recursive` never returns where a parent exists
 * that cannot have directories, such as `/proc`.
 * @throws errors of `mkdirSync`
 */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A link to a directory is fine; anything else fails when the first file is written into it.
    if (code === 'EEXIST') return
    const parent = dirname(path)
    if (code !== 'ENOENT' || parent === path) throw error
    makeDirectory(parent)
    mkdirSync(path, { mode: 0o700 })
  }
}
