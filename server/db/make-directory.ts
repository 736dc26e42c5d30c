import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory that only this user may read, and those it lies in. Node's own `recursive` never returns
 * where a parent exists that takes no directories, such as `/proc`.
 * @throws what `mkdirSync` throws
 */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A link to a directory will do; anything else in its place fails at the first file put into it.
    if (code === 'EEXIST') return
    const parent = dirname(path)
    if (code !== 'ENOENT' || parent === path) throw error
    makeDirectory(parent)
    mkdirSync(path, { mode: 0o700 })
  }
}
