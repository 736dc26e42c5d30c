type Bytes = Uint8Array<ArrayBuffer>

/** Whether a text was signed with the private part of this key. */
type VerifySignature = (
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
) => boolean | Promise<boolean>

let chosen: Promise<VerifySignature> | undefined

/** Ed25519 by the browser where it has it; else by a library, which is fetched only then. */
export const verifySignature: VerifySignature = async (signature, message, publicKey) => {
  chosen ??= choose()
  try {
    const verify = await chosen
    return await verify(signature, message, publicKey)
  } catch (error) {
    // The library may not have arrived.
    chosen = undefined
    throw error
  }
}

/** The base point: a key that every implementation takes. */
const SOME_KEY = new Uint8Array(32).fill(0x66).fill(0x58, 0, 1)

async function choose(): Promise<VerifySignature> {
  // Absent in pages that are not secure.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined
  const isThere = await subtle?.importKey('raw', SOME_KEY, 'Ed25519', false, ['verify']).then(
    () => true,
    () => false,
  )
  return subtle && isThere ? byBrowser(subtle) : await byLibrary()
}

export const byBrowser =
  (subtle: SubtleCrypto): VerifySignature =>
  async (signature, message, publicKey) => {
    const key = await subtle
      .importKey('raw', publicKey as Bytes, 'Ed25519', false, ['verify'])
      .catch(() => undefined)
    // No point of the curve: nothing is signed with it.
    if (!key) return false
    return await subtle.verify('Ed25519', key, signature as Bytes, message as Bytes)
  }

export async function byLibrary(): Promise<VerifySignature> {
  const { ed25519 } = await import('@noble/curves/ed25519')
  return (signature, message, publicKey) => ed25519.verify(signature, message, publicKey, { zip215: false })
}
