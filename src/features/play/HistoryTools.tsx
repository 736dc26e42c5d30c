import { Trans, useLingui } from '@lingui/react/macro'
import { Download, KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast.ts'
import { playEngine } from './active-engine.ts'
import type { ExportFormat, HistoryFilter } from './play-engine.ts'
import { playErrorMessage } from './play-error-message.ts'
import { saveFile } from '#lib/save-file.ts'
import { usePlaySheet } from './use-play-sheet.ts'

interface HistoryToolsProps {
  filter: HistoryFilter
  /** There is nothing to export. */
  isEmpty: boolean
}

/** Takes the bets of the filter along as a file, leads to the seeds, and clears the history. */
export function HistoryTools({ filter, isEmpty }: HistoryToolsProps) {
  const { i18n } = useLingui()
  const { open } = usePlaySheet()
  const [writing, setWriting] = useState<ExportFormat>()
  const save = async (format: ExportFormat) => {
    setWriting(format)
    try {
      const day = new Date().toISOString().slice(0, 10)
      saveFile(await playEngine.history.export(filter, format), `koi-bets-${day}.${format}`)
    } catch (error) {
      toast({ message: i18n._(playErrorMessage(error)), tone: 'danger' })
    } finally {
      setWriting(undefined)
    }
  }
  const exportButton = (format: ExportFormat) => (
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
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        icon={<KeyRound aria-hidden size={16} />}
        onClick={() => open('seeds')}
      >
        <Trans>Seeds</Trans>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        icon={<Trash2 aria-hidden size={16} />}
        onClick={() => open('confirm')}
      >
        <Trans>Clear history</Trans>
      </Button>
    </div>
  )
}
