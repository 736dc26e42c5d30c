import type { ReceiptKey, SignedReceipt } from '#fair/receipt.ts'

/** The keys of the house; `isFresh` where those that are known do not do. */
export type ReadKeys = (isFresh: boolean) => Promise<readonly ReceiptKey[]>

/** The keys that receipts are checked with, asked for anew where one has a key that is not known. */
export async function keysFor(
  receipts: readonly SignedReceipt[],
  readKeys: ReadKeys,
): Promise<readonly ReceiptKey[]> {
  const keys = await readKeys(false)
  const isKnown = receipts.every(({ kid }) => keys.some((key) => key.kid === kid))
  return isKnown ? keys : await readKeys(true)
}
