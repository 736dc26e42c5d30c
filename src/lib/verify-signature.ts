type Bytes = Uint8Array<ArrayBuffer>

type VerifySignature = (
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
) => boolean | Promise<boolean>

let chosen: Promise<VerifySignature> | undefined

/** Verifies Ed25519 with the browser if it can, or else with a library that is loaded only then. */
export const verifySignature: VerifySignature = async (signature, message, publicKey) => {
  chosen ??= choose()
  try {
    const verify = await chosen
    return await verify(signature, message, publicKey)
  } catch (error) {
    // Loading the library may have failed: try again next time.
    chosen = undefined
    throw error
  }
}

/** The base point, a valid key, to test whether the browser supports Ed25519. */
const SOME_KEY = new Uint8Array(32).fill(0x66).fill(0x58, 0, 1)

async function choose(): Promise<VerifySignature> {
  // Undefined in insecure contexts.
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
    // Input that is not a point of the curve was not signed.
    if (!key) return false
    return await subtle.verify('Ed25519', key, signature as Bytes, message as Bytes)
  }

export async function byLibrary(): Promise<VerifySignature> {
  const { ed25519 } = await import('@noble/curves/ed25519')
  return (signature, message, publicKey) => ed25519.verify(signature, message, publicKey, { zip215: false })
}
