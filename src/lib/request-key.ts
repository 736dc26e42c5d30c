const UUID_PARTS = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/

/** 128 random bits as 32 hex digits. */
export function randomHex(): string {
  // `crypto.randomUUID` is missing in insecure contexts, such as a home network without TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** An idempotency key: a UUID of version 4. */
export function createRequestKey(): string {
  return randomHex().replace(UUID_PARTS, '$1-$2-4$3-a$4-$5')
}
