import { numberAfter, type PageReader } from '#server/play/export-lists.ts'
import { listReceiptKeys } from '#server/play/receipt-keys.ts'
import { listSealedReceipts, listSealsWith } from '#server/seal/seal-proofs.ts'

const DAYS = 50
const RANGES = 8

/** In the format of `npm run verify`. */
export const SEAL_LISTS: Readonly<Record<'seals' | 'sealedReceipts', PageReader>> = {
  async seals(services, uid, after) {
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
