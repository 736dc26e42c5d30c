import { createHmac } from 'node:crypto'
import { balanceLeafData } from '#fair/seal.ts'
import { sumLeaf, type SumNode } from '#fair/merkle.ts'
import { hashByNode } from './leaf-store.ts'

/** Pieces of a balance. A path shows the sum of the leaf beside: a random part of an unknown player's balance. */
export const PIECES = 2
const SALT_BYTES = 16

export interface Piece {
  readonly amount: bigint
  /** Hexadecimal. */
  readonly salt: string
}

interface Owner {
  readonly uid: number
  readonly coin: string
  readonly balance: bigint
}

/** The same secret of a day gives the same pieces. */
export function piecesOf(secret: Uint8Array, { uid, coin, balance }: Owner): Piece[] {
  const derive = (use: string) => createHmac('sha256', secret).update(`${use} ${uid} ${coin}`).digest()
  // 64 random bits, spread over 0 to the balance.
  const share = derive('share').readBigUInt64BE()
  const first = (share * (balance + 1n)) >> 64n
  return [first, balance - first].map((amount, index) => ({
    amount,
    salt: derive(`salt ${index}`).subarray(0, SALT_BYTES).toString('hex'),
  }))
}

/** @param whose the day, the coin and the player's name in receipts */
export function leafOfPiece(
  { amount, salt }: Piece,
  whose: { readonly day: string; readonly coin: string; readonly player: string },
): SumNode {
  return sumLeaf(balanceLeafData({ ...whose, amount: String(amount), salt }), amount, hashByNode)
}
