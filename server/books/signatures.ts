import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { Database } from '#server/db/tables.ts'

export interface Signed {
  readonly text: string
  readonly kid: string
  readonly signature: Uint8Array
}

export interface Signatures {
  isSigned(signed: Signed): Promise<boolean>
}

/** Keys of the house as the database has them, ready for thousands of signatures. */
export async function createSignatures(trx: Database): Promise<Signatures> {
  const rows = await trx.selectFrom('receipt_key').select(['kid', 'public_key']).execute()
  const keys = new Map(rows.map(({ kid, public_key: raw }) => [kid, keyOf(raw)]))
  return {
    isSigned: ({ text, kid, signature }) =>
      new Promise((resolve) => {
        const key = keys.get(kid)
        if (!key) return resolve(false)
        // With a callback it runs beside, on all cores.
        verify(null, Buffer.from(text), key, signature, (error, isSigned) =>
          resolve(error === null && isSigned),
        )
      }),
  }
}

/** Null if the bytes are not a point of the curve. */
export function keyOf(raw: Uint8Array): KeyObject | null {
  try {
    const x = Buffer.from(raw).toString('base64url')
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  } catch {
    return null
  }
}
