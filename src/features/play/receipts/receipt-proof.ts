import { exportedBet, signedOf } from '#features/play/history-export.ts'
import type { ReceiptReport } from '#features/play/play-receipts.ts'

/**
 * A bet with all that its receipts are checked with, in lines of JSON that `npm run verify` reads: the keys of the
 * house, the receipts that they are compared with, and the bet.
 */
export function proofText({ bet, receipts, keys, neighbours }: ReceiptReport): string {
  const lines = [
    { receiptKeys: keys },
    ...neighbours.filter((each) => !receipts.some(({ receipt }) => receipt === each.receipt)).map(signedOf),
    { ...exportedBet(bet), receipts: receipts.map(signedOf) },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
