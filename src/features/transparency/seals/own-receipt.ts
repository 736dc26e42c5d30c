import { listBets } from '#contract/play.ts'
import { ReceiptError, type ReceiptKey, type SignedReceipt, verifyReceipt } from '#fair/receipt.ts'
import { verifySignature } from '#lib/verify-signature.ts'
import { api } from '#session/api.ts'

/** A receipt of the player that is logged in, with the bet that it was given out for. */
export interface OwnReceipt {
  readonly bet: string
  readonly signed: SignedReceipt
}

/** The receipt of one of the newest bets; undefined where none has one. Fails as the API does. */
export async function readOwnReceipt(): Promise<OwnReceipt | undefined> {
  const { bets, receipts = {} } = await api.call(listBets, { query: { receipts: 'true' } })
  for (const { id } of bets) {
    const signed = receipts[id]?.[0]
    if (signed) return { bet: id, signed }
  }
  return undefined
}

/** The name of the player in it. @throws {ReceiptError} when it is not signed, or of another bet */
export async function nameIn({ bet, signed }: OwnReceipt, keys: readonly ReceiptKey[]): Promise<string> {
  const receipt = await verifyReceipt(signed, keys, verifySignature)
  if (receipt.bet !== bet) {
    throw new ReceiptError('bet', `the receipt of bet ${bet} says that it is of bet ${receipt.bet}`)
  }
  return receipt.player
}
