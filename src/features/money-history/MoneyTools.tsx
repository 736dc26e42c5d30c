import { useLingui } from '@lingui/react/macro'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { ExportButtons } from '#ui/ExportButtons.tsx'
import { transactionsFile } from './transactions-file.ts'
import { readAllTransactions } from './read-all-transactions.ts'
import type { MoneyFilter } from './transactions.queries.ts'

interface MoneyToolsProps {
  filter: MoneyFilter
  /** There is nothing to export, or nobody to ask for it. */
  isEmpty: boolean
}

/** Takes the whole filtered list along as a file. */
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
