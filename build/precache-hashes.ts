import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashedText } from '../sw/built-page.ts'
import { SHELL_URL, type PrecacheLine } from '../sw/shell.ts'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content)

/**
 * Adds the hash of this build's file to every line of the precache list: as its revision for the page, which the server
 * may change, and as its integrity for all others. `dir` has the built files.
 */
export const precacheHashes = (dir: string) => (lines: (PrecacheLine & { size: number })[]) => ({
  manifest: lines.map((line) => {
    const content = readFileSync(join(dir, line.url))
    return line.url === SHELL_URL
      ? { ...line, revision: sha256(hashedText(content.toString())).digest('hex') }
      : { ...line, integrity: `sha256-${sha256(content).digest('base64')}` }
  }),
})
