import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url))

/**
 * Makes a file once, and keeps it in `.cache`.
 * @param name must differ for different contents; older files of the same `kind` are deleted
 */
export async function keptFile(
  { kind, name }: { readonly kind: string; readonly name: string },
  make: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(CACHE, `${kind}-${name}`)
  if (existsSync(file)) return readFileSync(file)
  const made = await make()
  mkdirSync(CACHE, { recursive: true })
  // Written aside and renamed, because another worker may read it.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, made)
  renameSync(unfinished, file)
  // Deletes files of earlier versions, but no unfinished file of another worker.
  for (const other of readdirSync(CACHE)) {
    const isOlder = other.startsWith(`${kind}-`) && other !== `${kind}-${name}` && !/\.\d+$/.test(other)
    if (isOlder) rmSync(join(CACHE, other), { force: true })
  }
  return made
}
