import type { ReceiptKey, SignedReceipt } from '#fair/receipt.ts'

/** The keys of the house; `isFresh` where those that are known do not do. */
export type ReadKeys = (isFresh: boolean) => Promise<readonly ReceiptKey[]>

/** A key that has just begun to sign is told by the server a few seconds later. */
const TOLD_AFTER_MS = 6_000

/** The keys that receipts are checked with, asked for anew where one has a key that is not known. */
export async function keysFor(
  receipts: readonly SignedReceipt[],
  readKeys: ReadKeys,
): Promise<readonly ReceiptKey[]> {
  const isKnown = (keys: readonly ReceiptKey[]) =>
    receipts.every(({ kid }) => keys.some((key) => key.kid === kid))
  const keys = await readKeys(false)
  if (isKnown(keys)) return keys
  const fresh = await readKeys(true)
  if (isKnown(fresh)) return fresh
  await new Promise((resolve) => setTimeout(resolve, TOLD_AFTER_MS))
  return await readKeys(true)
}
