import { useLingui } from '@lingui/react/macro'
import { listTransactions, MAX_TRANSACTIONS_PER_PAGE, type Transaction } from '#contract/transactions.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { api } from '#session/api.ts'
import { ExportButtons, type ExportFormat } from '#ui/ExportButtons.tsx'
import { askedFor, type MoneyFilter } from './transactions.queries.ts'

interface MoneyToolsProps {
  filter: MoneyFilter
  /** True if there is nothing to export, or the server cannot be asked. */
  isEmpty: boolean
}

/** Exports the whole filtered list as a file. */
export function MoneyTools({ filter, isEmpty }: MoneyToolsProps) {
  const { i18n } = useLingui()
  return (
    <div className="grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap">
      <ExportButtons
        name="koi-money"
        isEmpty={isEmpty}
        write={async (format) => transactionsFile(await readAllTransactions(filter), format)}
        explain={(error) => i18n._(errorMessageOf(error))}
      />
    </div>
  )
}

/** Reads every page of the filter. */
async function readAllTransactions(filter: MoneyFilter): Promise<Transaction[]> {
  const all: Transaction[] = []
  const limit = String(MAX_TRANSACTIONS_PER_PAGE)
  let after: string | null = null
  do {
    const query = { ...askedFor(filter), limit, ...(after !== null && { after }) }
    const page: { transactions: Transaction[]; next: string | null } = await api.call(listTransactions, {
      query,
    })
    all.push(...page.transactions)
    after = page.next
  } while (after !== null)
  return all
}

const COLUMNS = [
  ...['at', 'kind', 'status', 'amount', 'coin', 'fee', 'creditedAmount', 'creditedCoin'],
  ...['address', 'txId', 'settledAt'],
] as const
type Column = (typeof COLUMNS)[number]

/** A line of both file formats; amounts that leave the player's balance are negative. */
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

/** CSV (RFC 4180) or JSON. */
function transactionsFile(lines: readonly Transaction[], format: ExportFormat): Blob {
  const rows = lines.map(rowOf)
  if (format === 'json') {
    return new Blob([`${JSON.stringify(rows, null, 2)}\n`], { type: 'application/json' })
  }
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const table = [[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => cell(row[column])))]
  return new Blob([table.map((row) => `${row.join(',')}\r\n`).join('')], { type: 'text/csv' })
}
