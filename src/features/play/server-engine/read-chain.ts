import type { QueryOf } from '#contract/endpoint.ts'
import { listReceipts } from '#contract/play.ts'
import type { SignedReceipt } from '#fair/receipt.ts'
import type { HistoryCursor } from '#features/play/play-engine.ts'
import type { ServerAccount } from './server-account.ts'

/** A page of the player's receipts as they follow each other. Fails as the API does. */
export async function readChain(
  { call }: Pick<ServerAccount, 'call'>,
  query: Omit<NonNullable<QueryOf<typeof listReceipts>>, 'after'>,
  after?: HistoryCursor,
): Promise<{ readonly receipts: readonly SignedReceipt[]; readonly next: HistoryCursor | undefined }> {
  const { receipts, next } = await call(listReceipts, {
    query: { ...query, ...(after !== undefined && { after }) },
  })
  return { receipts, next: next ?? undefined }
}
