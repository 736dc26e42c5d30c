import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url))

/**
 * What takes long to make, made once and kept in `.cache`.
 * @param name of the file, which others of the same `kind` give way to; to be another one for whatever it is made of
 */
export async function keptFile(
  { kind, name }: { readonly kind: string; readonly name: string },
  make: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(CACHE, `${kind}-${name}`)
  if (existsSync(file)) return readFileSync(file)
  const made = await make()
  mkdirSync(CACHE, { recursive: true })
  // Whole from the start: another worker may be looking for it.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, made)
  renameSync(unfinished, file)
  // Of an earlier version, but nothing that another worker is about to finish.
  for (const other of readdirSync(CACHE)) {
    const isOlder = other.startsWith(`${kind}-`) && other !== `${kind}-${name}` && !/\.\d+$/.test(other)
    if (isOlder) rmSync(join(CACHE, other), { force: true })
  }
  return made
}
