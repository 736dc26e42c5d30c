import { randomHex } from '#lib/request-key.ts'

const KEYS_REMEMBERED = 100
/** Keys made here that no bet has used yet. Screens use theirs at once. */
const unused = new Set<string>()

/** A new key for one intended bet or step: 128 random bits as 32 hex characters. */
export function createIdempotencyKey(): string {
  const key = randomHex()
  unused.add(key)
  for (const oldest of unused) {
    if (unused.size <= KEYS_REMEMBERED) break
    unused.delete(oldest)
  }
  return key
}

/**
 * Whether the key was made by this page and comes here for the first time: then no bet can have it, and none
 * need be looked for. To be asked once for each bet.
 */
export function isFirstUse(key: string): boolean {
  return unused.delete(key)
}
