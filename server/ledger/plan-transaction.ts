import { bucketOf } from './bucket.ts'
import { fingerprintOf } from './fingerprint.ts'
import { isExternal } from './ledger-accounts.ts'
import { LedgerError } from './ledger-error.ts'
import { postingsOf, type ExternalTransfer, type LedgerTransaction, type Move } from './ledger-transaction.ts'

export interface PlannedTransaction extends LedgerTransaction {
  /** Of its player. */
  readonly bucket: number
  /** SHA-256 of everything but the key. */
  readonly fingerprint: Buffer
}

const LARGEST = 2n ** 63n - 1n
const MAX_MOVES = 50
const MAX_KEY = 300
const MAX_SUBJECT = 200
const HEXADECIMAL = /^(0x)?[0-9a-f]+$/i

/**
 * Checks what can be checked without the database, which checks it again.
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
  if (amount <= 0n || amount > LARGEST) refuse('invalid_amount', `${amount} cannot be moved`)
  if (from.coin !== to.coin) refuse('unbalanced', `${from.coin} given is not ${to.coin} gained`)
}

/** The one player whose money it is: all of it lies in one bucket. */
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
