import { createHash } from 'node:crypto'

/** Hash of a content, short enough for headers and addresses, long enough never to repeat. */
export function contentHash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}
