import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { saveFile } from './save-file.ts'
import { toast } from './toast.ts'

export type ExportFormat = 'json' | 'csv'

interface ExportButtonsProps {
  /** Prefix of the file name, before the date: `koi-bets`. */
  name: string
  /** True if there is nothing to export, or the server cannot be asked. */
  isEmpty: boolean
  write: (format: ExportFormat) => Promise<Blob>
  explain: (error: unknown) => string
}

export function ExportButtons({ name, isEmpty, write, explain }: ExportButtonsProps) {
  const [writing, setWriting] = useState<ExportFormat>()
  const save = async (format: ExportFormat) => {
    setWriting(format)
    try {
      const day = new Date().toISOString().slice(0, 10)
      saveFile(await write(format), `${name}-${day}.${format}`)
    } catch (error) {
      toast({ message: explain(error), tone: 'danger' })
    } finally {
      setWriting(undefined)
    }
  }
  const button = (format: ExportFormat) => (
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
    <>
      {button('json')}
      {button('csv')}
    </>
  )
}
