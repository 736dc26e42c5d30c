import { fingerprintOf } from './fingerprint.ts'
import { isExternal } from './ledger-accounts.ts'
import { LedgerError } from './ledger-error.ts'
import type { ExternalTransfer, LedgerTransaction, Posting } from './ledger-transaction.ts'

export interface PlannedTransaction extends LedgerTransaction {
  /** SHA-256 of everything but the key. */
  readonly fingerprint: Buffer
  /** Line, from 1, of the posting that is the transfer on the chain; null without one. */
  readonly transferLine: number | null
}

const LARGEST = 2n ** 63n - 1n
const MAX_POSTINGS = 100
const MAX_KEY = 300
const MAX_SUBJECT = 200
const HEXADECIMAL = /^(0x)?[0-9a-f]+$/i

/**
 * Checks what can be checked without the database, which checks it again.
 * @throws LedgerError `unbalanced`, `invalid_amount`, `invalid_transaction`, `invalid_transfer`
 */
export function planTransaction(transaction: LedgerTransaction): PlannedTransaction {
  const { key, subject = null, postings, transfer = null } = transaction
  if (key === '' || key.length > MAX_KEY)
    refuse('invalid_transaction', `A key has 1 to ${MAX_KEY} characters`)
  if (subject !== null && (subject === '' || subject.length > MAX_SUBJECT)) {
    refuse('invalid_transaction', `A subject has 1 to ${MAX_SUBJECT} characters`)
  }
  if (postings.length < 2 || postings.length > MAX_POSTINGS) {
    refuse('invalid_transaction', `A transaction has 2 to ${MAX_POSTINGS} postings`)
  }
  checkAmounts(postings)
  const transferLine = transferLineOf(postings, transfer)
  return { ...transaction, fingerprint: fingerprintOf(transaction), transferLine }
}

function checkAmounts(postings: readonly Posting[]): void {
  const sums = new Map<string, bigint>()
  for (const { account, amount } of postings) {
    if (amount === 0n || amount > LARGEST || amount < -LARGEST) {
      refuse('invalid_amount', `${amount} cannot be posted`)
    }
    sums.set(account.coin, (sums.get(account.coin) ?? 0n) + amount)
  }
  for (const [coin, sum] of sums) {
    if (sum !== 0n) refuse('unbalanced', `The postings in ${coin} sum to ${sum} instead of 0`)
  }
}

function transferLineOf(postings: readonly Posting[], transfer: ExternalTransfer | null): number | null {
  const lines = postings.flatMap(({ account }, index) => (isExternal(account) ? [index + 1] : []))
  if (lines.length !== (transfer === null ? 0 : 1)) {
    refuse('invalid_transfer', 'A transfer on a chain has exactly one posting, and only it has one')
  }
  if (transfer === null) return null
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
  return lines[0] ?? null
}

function refuse(code: LedgerError['code'], message: string): never {
  throw new LedgerError(code, message)
}
