import type { Transaction } from '#contract/transactions.ts'
import type { ExportFormat } from '#ui/ExportButtons.tsx'

const COLUMNS = [
  ...['at', 'kind', 'status', 'amount', 'coin', 'fee', 'creditedAmount', 'creditedCoin'],
  ...['address', 'txId', 'settledAt'],
] as const
type Column = (typeof COLUMNS)[number]

/** A line as both files have it; amounts that leave the player's balance are negative. */
function rowOf(line: Transaction): Record<Column, string> {
  const isOut = line.group === 'withdrawal' || ('isOut' in line && line.isOut)
  const amount = line.amount === null ? '' : isOut ? `-${line.amount}` : line.amount
  const isOnChain = line.group === 'deposit' || line.group === 'withdrawal'
  return {
    at: line.at,
    kind: isOnChain ? line.group : line.movement,
    status: isOnChain ? line.status : 'done',
    amount,
    coin: line.coin ?? '',
    fee: line.group === 'withdrawal' ? line.fee : '',
    creditedAmount: line.group === 'deposit' ? (line.credited?.amount ?? '') : '',
    creditedCoin: line.group === 'deposit' ? (line.credited?.coin ?? '') : '',
    address: isOnChain ? line.address : '',
    txId: isOnChain ? (line.txId ?? '') : '',
    settledAt: isOnChain ? (line.settledAt ?? '') : '',
  }
}

/** The lines as a file to take along: CSV as RFC 4180 has it, or JSON. */
export function transactionsFile(lines: readonly Transaction[], format: ExportFormat): Blob {
  const rows = lines.map(rowOf)
  if (format === 'json') {
    return new Blob([`${JSON.stringify(rows, null, 2)}\n`], { type: 'application/json' })
  }
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const table = [[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => cell(row[column])))]
  return new Blob([table.map((row) => `${row.join(',')}\r\n`).join('')], { type: 'text/csv' })
}
