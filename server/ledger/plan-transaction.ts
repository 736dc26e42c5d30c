import { createHash } from 'node:crypto'
import { bucketOf } from './bucket.ts'
import {
  isExternal,
  postingsOf,
  type ExternalTransfer,
  type LedgerTransaction,
  type Move,
  type Posting,
} from './ledger-transaction.ts'
import { LedgerError } from './ledger-error.ts'

export interface PlannedTransaction extends LedgerTransaction {
  readonly bucket: number
  /** SHA-256 of everything except the key. */
  readonly fingerprint: Buffer
}

const MAX_AMOUNT = 2n ** 63n - 1n
const MAX_MOVES = 50
const MAX_KEY = 300
const MAX_SUBJECT = 200
const HEXADECIMAL = /^(0x)?[0-9a-f]+$/i

/**
 * Validates without the database, which validates again.
 * @throws LedgerError `unbalanced`, `invalid_amount`, `invalid_transaction`, `invalid_transfer`
 */
export function planTransaction(transaction: LedgerTransaction): PlannedTransaction {
  const { key, subject = null, moves, transfer = null } = transaction
  if (key === '' || key.length > MAX_KEY)
    refuse('invalid_transaction', `A key has 1 to ${MAX_KEY} characters`)
  if (subject !== null && (subject === '' || subject.length > MAX_SUBJECT)) {
    refuse('invalid_transaction', `A subject has 1 to ${MAX_SUBJECT} characters`)
  }
  if (moves.length === 0 || moves.length > MAX_MOVES) {
    refuse('invalid_transaction', `A transaction has 1 to ${MAX_MOVES} moves`)
  }
  moves.forEach(checkMove)
  checkTransfer(moves, transfer)
  const bucket = bucketOf(playerOf(moves))
  return {
    ...transaction,
    bucket,
    fingerprint: fingerprintOf({ ...transaction, postings: postingsOf(transaction) }),
  }
}

function checkMove({ from, to, amount }: Move): void {
  if (amount <= 0n || amount > MAX_AMOUNT) refuse('invalid_amount', `${amount} cannot be moved`)
  if (from.coin !== to.coin) refuse('unbalanced', `${from.coin} given is not ${to.coin} gained`)
}

/** A transaction must stay within one bucket, so it has exactly one player. */
function playerOf(moves: readonly Move[]): number {
  const players = new Set(
    moves
      .flatMap(({ from, to }) => [from, to])
      .flatMap((account) => ('player' in account ? [account.player] : [])),
  )
  const [player] = players
  if (player === undefined || players.size > 1) {
    refuse('invalid_transaction', `A transaction moves the money of one player, not of ${players.size}`)
  }
  return player
}

function checkTransfer(moves: readonly Move[], transfer: ExternalTransfer | null): void {
  const external = moves.flatMap(({ from, to }) => [from, to]).filter(isExternal)
  if (external.length !== (transfer === null ? 0 : 1)) {
    refuse('invalid_transfer', 'A transfer on a chain has exactly one posting, and only it has one')
  }
  if (transfer === null) return
  const { chain, txId, logIndex } = transfer
  const isNamed =
    /^[a-z0-9]+(-[a-z0-9]+)*$/.test(chain) &&
    txId !== '' &&
    txId.length <= 128 &&
    (!HEXADECIMAL.test(txId) || txId === txId.toLowerCase()) &&
    Number.isInteger(logIndex) &&
    logIndex >= -1 &&
    logIndex < 2 ** 31
  if (!isNamed) refuse('invalid_transfer', `${chain} ${txId} ${logIndex} names no transfer on a chain`)
}

function refuse(code: LedgerError['code'], message: string): never {
  throw new LedgerError(code, message)
}

/**
 * SHA-256 of a transaction without its key and time. Can be recomputed from stored rows, with the postings in line order.
 */
export function fingerprintOf({
  kind,
  subject = null,
  postings,
  transfer = null,
}: {
  readonly postings: readonly Posting[]
  /** A string, because stored rows may have an unknown kind. */
  readonly kind: string
  readonly subject?: string | null | undefined
  readonly transfer?: LedgerTransaction['transfer'] | null
}): Buffer {
  const lines = postings.map(({ account, amount }) => [
    account.kind,
    account.coin,
    'player' in account ? account.player : null,
    `${amount}`,
  ])
  const where = transfer && [transfer.chain, transfer.txId, transfer.logIndex]
  return createHash('sha256')
    .update(JSON.stringify([kind, subject, lines, where]))
    .digest()
}
