import { createHash } from 'node:crypto'

/** Short enough for headers and URLs, long enough to be unique. */
export function contentHash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}
