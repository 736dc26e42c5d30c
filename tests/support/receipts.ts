import { createHash, createPublicKey, verify } from 'node:crypto'
import type { ReceiptKey } from '#contract/config.ts'
import type { Receipt } from '#contract/play.ts'

/** The public content of a receipt. */
export interface ReceiptText {
  readonly type: string
  readonly key: string
  readonly bet: string
  readonly player: string
  readonly pair: number
  readonly nonce: number
  readonly prev: string
  readonly payout?: string
  readonly [field: string]: unknown
}

/** True if one of the house's keys has signed it. Uses only Node, no code of the server. */
export function isSigned({ receipt, kid, signature }: Receipt, keys: readonly ReceiptKey[]): boolean {
  const key = keys.find((each) => each.kid === kid)
  if (!key) return false
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(receipt), publicKey, Buffer.from(signature, 'base64url'))
}

export const textOf = ({ receipt }: Receipt): ReceiptText => JSON.parse(receipt) as ReceiptText

export const hashOf = ({ receipt }: Receipt): string => createHash('sha256').update(receipt).digest('hex')

/** @returns the fault in a player's chain of receipts, in the given order; null if there is no fault */
export function chainFault(receipts: readonly Receipt[]): string | null {
  let before = '0'.repeat(64)
  for (const [index, receipt] of receipts.entries()) {
    if (textOf(receipt).prev !== before) return `receipt ${index} does not follow the one before`
    before = hashOf(receipt)
  }
  return null
}
