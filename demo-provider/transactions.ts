import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openKeptLines } from './kept-lines.ts'

/** A call of the operator's wallet about money, in 10⁻⁵ of the currency. */
export interface Transaction {
  readonly id: string
  readonly type: 'bet' | 'win' | 'rollback'
  /** The bet of a win, and what is rolled back. */
  readonly reference: string | null
  readonly user: string
  readonly token: string
  readonly game: string
  readonly round: string
  readonly closes: boolean
  readonly currency: string
  readonly amount: number
  readonly at: string
}

/** `asked` until the operator's answer is known; `done` if it was performed; `void` if not. */
export type TransactionState = 'asked' | 'done' | 'void'

export interface KnownTransaction extends Transaction {
  state: TransactionState
}

type Line = Transaction | { readonly of: string; readonly state: TransactionState }

/** All that was asked of the operator. It is written down before it is asked. */
export interface Transactions {
  /** Writes down what was learnt together with what follows from it. */
  write(change: {
    readonly states?: readonly { readonly of: string; readonly state: TransactionState }[]
    readonly asked?: readonly Transaction[]
  }): void
  find(id: string): KnownTransaction | undefined
  all(): IterableIterator<KnownTransaction>
  /** True if one of the type refers to it. */
  isFollowed(id: string, type: Transaction['type']): boolean
  close(): void
}

export function openTransactions(folder: string): Transactions {
  const { before, lines } = openKeptLines<Line>(join(folder, 'transactions.jsonl'))
  const known = new Map<string, KnownTransaction>()
  const followers = new Map<string, Set<Transaction['type']>>()
  const note = (line: Line) => {
    if ('of' in line) {
      const transaction = known.get(line.of)
      if (transaction) transaction.state = line.state
      return
    }
    known.set(line.id, { ...line, state: 'asked' })
    if (line.reference === null) return
    const types = followers.get(line.reference) ?? new Set()
    followers.set(line.reference, types.add(line.type))
  }
  before.forEach(note)
  return {
    write({ states = [], asked = [] }) {
      const added: Line[] = [...states, ...asked]
      lines.add(added)
      added.forEach(note)
    },
    find: (id) => known.get(id),
    all: () => known.values(),
    isFollowed: (id, type) => followers.get(id)?.has(type) ?? false,
    close: lines.close,
  }
}

export const rollbackOf = (bet: Transaction): Transaction => ({
  ...bet,
  id: randomUUID(),
  type: 'rollback',
  reference: bet.id,
  closes: true,
  amount: 0,
  at: new Date().toISOString(),
})
