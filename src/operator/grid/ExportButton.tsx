import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { operatorMessageOf } from '#i18n/operator-answers.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toast } from '#ui/toast.ts'
import { csvOf } from './csv.ts'
import type { GridColumn } from './grid-column.ts'
import { EXPORTED_AT_MOST, type GridRows } from './grid-rows.ts'

/** Shorter work needs no figures. */
const TOLD_AFTER_MS = 300

interface ExportButtonProps<T> {
  fileName: string
  columns: readonly GridColumn<T>[]
  rows: GridRows<T>
  shown: readonly T[]
  /** Only what is shown is exported. */
  isFiltered: boolean
}

export function ExportButton<T>({ fileName, columns, rows, shown, isFiltered }: ExportButtonProps<T>) {
  const { t, i18n } = useLingui()
  const { integer } = useFormat()
  const [isRunning, setIsRunning] = useState(false)
  const [count, setCount] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const save = async () => {
    if (isRunning) return
    const stop = new AbortController()
    running.current = stop
    setIsRunning(true)
    const since = performance.now()
    const tell = (read: number) => {
      if (performance.now() - since > TOLD_AFTER_MS) setCount(read)
    }
    try {
      const isWhole = isFiltered || !rows.more?.hasMore
      const all = isWhole || !rows.readAll ? shown : await rows.readAll(tell, stop.signal)
      saveFile(csvOf(columns, all), `koi-${fileName}-${new Date().toISOString().slice(0, 10)}.csv`)
      if (all.length === EXPORTED_AT_MOST)
        toast({
          message: t`The file has the first ${ph({ most: integer(EXPORTED_AT_MOST) })} rows. Filter to get others.`,
          tone: 'info',
        })
    } catch (error) {
      if (!stop.signal.aborted) toast({ message: i18n._(operatorMessageOf(error)) })
    } finally {
      setIsRunning(false)
      setCount(undefined)
    }
  }
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<Download aria-hidden size={16} />}
      disabled={shown.length === 0}
      aria-disabled={isRunning}
      onClick={() => void save()}
    >
      {count === undefined ? (
        <Trans>Export CSV</Trans>
      ) : (
        <Trans>{ph({ count: integer(count) })} rows read</Trans>
      )}
    </Button>
  )
}
