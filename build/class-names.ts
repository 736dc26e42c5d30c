import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/**
 * Names the classes of CSS modules `name_hash`, with the hash of the file's path. Vite's own names also have the line
 * of the class, and the first load has over a hundred of them.
 * @throws Error when two files have the same hash
 */
export function classNames(root: string): (name: string, path: string) => string {
  const owners = new Map<string, string>()
  return (name, path) => {
    const file = relative(root, path).replaceAll('\\', '/')
    const hash = createHash('sha256').update(file).digest('hex').slice(0, 5)
    const owner = owners.get(hash) ?? file
    if (owner !== file) throw new Error(`${owner} and ${file} have the same hash: rename one of them.`)
    owners.set(hash, file)
    return `${name}_${hash}`
  }
}
