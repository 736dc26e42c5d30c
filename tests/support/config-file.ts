import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const SEPOLIA = 11_155_111
export const BLAST_SEPOLIA = 168_587_773

/** Writes a file for `KOI_CONFIG`, named by its content. @returns its path */
export function configFile(content: object): string {
  const json = JSON.stringify(content)
  const dir = join(tmpdir(), 'koi-test-config')
  mkdirSync(dir, { recursive: true })
  const path = join(dir, `${createHash('sha256').update(json).digest('hex').slice(0, 16)}.json`)
  writeFileSync(path, json)
  return path
}

/** The chains of practice mode with these nodes. */
export const practiceChains = (first: string | null, second: string | null = null) => ({
  chains: [
    { id: SEPOLIA, ...(first !== null && { node: first }) },
    { id: BLAST_SEPOLIA, ...(second !== null && { node: second }) },
  ],
})
