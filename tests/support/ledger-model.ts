import {
  isExternal,
  type LedgerAccount,
  type LedgerTransaction,
  postingsOf,
} from '#server/ledger/ledger-transaction.ts'
import type { LedgerError } from '#server/ledger/ledger-error.ts'
import { planTransaction } from '#server/ledger/plan-transaction.ts'

/** An answer of the ledger or of the model, in a comparable form. */
export interface Outcome {
  readonly result: 'posted' | 'replayed' | LedgerError['code']
  /** `player coin kind` → balance right afterwards, for each changed account of a player. */
  readonly balances: Readonly<Record<string, bigint>>
}

/** A plain, slow ledger of a few maps, to compare the real one with. */
export class LedgerModel {
  readonly balances = new Map<string, bigint>()
  readonly #posted = new Map<string, { fingerprint: string; outcome: Outcome }>()
  readonly #transfers = new Set<string>()
  /** Number of postings to accounts of chains, which must equal the number of transfers. */
  externalPostings = 0

  get transfers(): number {
    return this.#transfers.size
  }

  /** Posts all of a transaction, or nothing. */
  post(transaction: LedgerTransaction): Outcome {
    const { bucket, fingerprint, key: ofKey, transfer } = planTransaction(transaction)
    const key = `${bucket} ${ofKey}`
    const postings = postingsOf(transaction)
    const first = this.#posted.get(key)
    if (first) {
      if (first.fingerprint !== fingerprint.toString('hex')) return refused('idempotency_conflict')
      return { ...first.outcome, result: 'replayed' }
    }
    const next = new Map(this.balances)
    const touched: Record<string, bigint> = {}
    for (const { account, amount } of postings) {
      const name = nameOf(account)
      const balance = (next.get(name) ?? 0n) + amount
      if ('player' in account && balance < 0n) return refused('insufficient_funds')
      next.set(name, balance)
      if ('player' in account) touched[name] = balance
    }
    const place = transfer && `${transfer.chain} ${transfer.txId} ${transfer.logIndex}`
    if (place !== undefined && this.#transfers.has(place)) return refused('transfer_already_posted')
    if (place !== undefined) this.#transfers.add(place)
    this.externalPostings += postings.filter(({ account }) => isExternal(account)).length
    for (const [name, balance] of next) this.balances.set(name, balance)
    const outcome: Outcome = { result: 'posted', balances: touched }
    this.#posted.set(key, { fingerprint: fingerprint.toString('hex'), outcome })
    return outcome
  }

  /** Sums of all accounts, by coin. */
  sums(): Map<string, bigint> {
    const sums = new Map<string, bigint>()
    for (const [name, balance] of this.balances) {
      const coin = name.split(' ')[1] ?? ''
      sums.set(coin, (sums.get(coin) ?? 0n) + balance)
    }
    return sums
  }
}

export function nameOf(account: LedgerAccount): string {
  return `${'player' in account ? account.player : 'house'} ${account.coin} ${account.kind}`
}

export function refused(code: LedgerError['code']): Outcome {
  return { result: code, balances: {} }
}
