/** A new key for one intended bet or step: 128 random bits as 32 hex characters. */
export function createIdempotencyKey(): string {
  // `crypto.randomUUID` is missing where a page is served without encryption, as on a home network.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
