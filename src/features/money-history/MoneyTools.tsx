import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowUpFromLine, Download } from 'lucide-react'
import { useState } from 'react'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { toast } from '#ui/toast.ts'
import { transactionsFile, type FileFormat } from './transactions-file.ts'
import { readAllTransactions } from './read-all-transactions.ts'
import type { MoneyFilter } from './transactions.queries.ts'

interface MoneyToolsProps {
  filter: MoneyFilter
  /** There is nothing to export, or nobody to ask for it. */
  isEmpty: boolean
}

/** Takes the whole filtered list along as a file, and leads to withdrawing. */
export function MoneyTools({ filter, isEmpty }: MoneyToolsProps) {
  const { i18n } = useLingui()
  const [writing, setWriting] = useState<FileFormat>()
  const save = async (format: FileFormat) => {
    setWriting(format)
    try {
      const day = new Date().toISOString().slice(0, 10)
      saveFile(transactionsFile(await readAllTransactions(filter), format), `koi-money-${day}.${format}`)
    } catch (error) {
      toast({ message: i18n._(errorMessageOf(error)), tone: 'danger' })
    } finally {
      setWriting(undefined)
    }
  }
  const exportButton = (format: FileFormat) => (
    <Button
      variant="secondary"
      size="sm"
      disabled={isEmpty}
      loading={writing === format}
      icon={<Download aria-hidden size={16} />}
      onClick={() => void save(format)}
    >
      {format === 'json' ? <Trans>Export JSON</Trans> : <Trans>Export CSV</Trans>}
    </Button>
  )
  return (
    <div className="grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap">
      {exportButton('json')}
      {exportButton('csv')}
      <Link to="/withdraw" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        <ArrowUpFromLine aria-hidden size={16} />
        <Trans>Withdraw</Trans>
      </Link>
    </div>
  )
}
