import { numberAfter, type PageReader } from '#server/play/export-lists.ts'
import { listReceiptKeys } from '#server/play/receipt-keys.ts'
import { listSealedReceipts, listSealsWith } from '#server/seal/seal-proofs.ts'

const DAYS = 50
/** Each has a few thousand receipts at most. */
const RANGES = 8

/** What a player's part of the daily seals is proven with; everything as `npm run verify` reads it. */
export const SEAL_LISTS: Readonly<Record<'seals' | 'sealedReceipts', PageReader>> = {
  async seals(services, uid, after) {
    // Behind a day's digits nothing else fits, so that no day is before the first one.
    const day = after === null ? '' : numberAfter(after).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    const seals = await listSealsWith(services, uid, { after: day, limit: DAYS })
    const next = seals.length === DAYS ? (seals.at(-1)?.day.replaceAll('-', '') ?? null) : null
    const keys = after === null ? [{ receiptKeys: await listReceiptKeys(services.db) }] : []
    return { items: [...keys, ...seals], next }
  },
  async sealedReceipts({ db }, uid, after) {
    const found = await listSealedReceipts(db, uid, { after: numberAfter(after), limit: RANGES })
    const next = found.length === RANGES ? (found.at(-1)?.first ?? null) : null
    return { items: found.map(({ proof }) => ({ sealedReceipts: [proof] })), next }
  },
}
