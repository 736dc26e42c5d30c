import { createHash } from 'node:crypto'
import type { LedgerTransaction, Posting } from './ledger-transaction.ts'

/**
 * SHA-256 of all that a transaction asks for, but for its key and its moment. It can be made again of what is
 * posted, with the postings in the order of their lines.
 */
export function fingerprintOf({
  kind,
  subject = null,
  postings,
  transfer = null,
}: {
  readonly postings: readonly Posting[]
  /** As it is stored, so perhaps a kind that nobody knows. */
  readonly kind: string
  readonly subject?: string | null | undefined
  readonly transfer?: LedgerTransaction['transfer'] | null
}): Buffer {
  const lines = postings.map(({ account, amount }) => [
    ...[account.kind, account.coin, 'player' in account ? account.player : null, `${amount}`],
  ])
  const where = transfer && [transfer.chain, transfer.txId, transfer.logIndex]
  return createHash('sha256')
    .update(JSON.stringify([kind, subject, lines, where]))
    .digest()
}
