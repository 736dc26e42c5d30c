import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { canonicalJson } from '#fair/canonical-json.ts'
import {
  NO_RECEIPT_BEFORE,
  type ReceiptKey,
  type SignedReceipt,
  type VerifySignature,
  hashText,
} from '#fair/receipt.ts'
import { hashServerSeed } from '#fair/seeds.ts'

export const SERVER_SEED = '0f6e8aba300b7f1217ee46606773cf6046b524f74505cf2124ffe181ad6b9dbf'
export const CLIENT_SEED = 'aR3kRBVn'

export const verifyWithNode: VerifySignature = (signature, message, publicKey) => {
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, message, key, signature)
}

/** A house that signs receipts of one player's dice bets, each linked to the one before. */
export function createReceiptHouse(kid = 'k1', player = 'p-1') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  const key: ReceiptKey = { kid, publicKey: x ?? '', from: '2026-11-01T00:00:00.000Z', until: null }
  let prev = NO_RECEIPT_BEFORE
  let count = 0

  const signText = (receipt: string): SignedReceipt => ({
    receipt,
    kid,
    signature: sign(null, Buffer.from(receipt), privateKey).toString('base64url'),
  })

  /** A bet in the format of an export, with its receipt. `changes` apply to the receipt alone. */
  const bet = (outcome: number, changes: Readonly<Record<string, unknown>> = {}) => {
    const nonce = count
    count += 1
    const seeds = { serverSeedHash: hashServerSeed(SERVER_SEED), nonce }
    const isWon = outcome > 50.5
    const facts = {
      game: 'dice',
      params: { side: 'over', target: 5_050 },
      stake: '1.5',
      coin: 'usdt-tron',
      outcome,
    }
    const receipt = canonicalJson({
      v: 1,
      type: 'bet',
      key: `key-${nonce}`,
      bet: String(count),
      player,
      pair: 1,
      clientSeedHash: hashText(CLIENT_SEED),
      ...seeds,
      ...facts,
      at: `2026-11-25T00:00:${String(nonce).padStart(2, '0')}.000Z`,
      multiplier: isWon ? '2' : '0',
      payout: isWon ? '3' : '0',
      prev,
      ...changes,
    })
    prev = hashText(receipt)
    return {
      id: String(count),
      ...facts,
      ...seeds,
      serverSeed: SERVER_SEED,
      clientSeed: CLIENT_SEED,
      multiplier: isWon ? 2 : 0,
      payout: isWon ? '3' : '0',
      receipts: [signText(receipt)] as [SignedReceipt],
    }
  }
  return { key, bet, signText }
}
