import type { Transaction } from '#contract/transactions.ts'

/** What came to nothing has no sign: the balance is what it was before. */
export function signOf(line: Transaction): '+' | '−' | '' {
  switch (line.group) {
    case 'deposit':
      return line.status === 'confirming' || line.status === 'credited' ? '+' : ''
    case 'withdrawal':
      return line.status === 'cancelled' || line.status === 'refused' || line.status === 'failed' ? '' : '−'
    default:
      return line.isOut ? '−' : '+'
  }
}
