import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound, Trash2 } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { ExportButtons } from '#ui/ExportButtons.tsx'
import { usePlayEngine } from '#features/play/play-context.ts'
import type { HistoryFilter } from '#features/play/play-engine.ts'
import { playErrorMessage } from '#features/play/play-error-message.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'

interface HistoryToolsProps {
  filter: HistoryFilter
  isEmpty: boolean
}

export function HistoryTools({ filter, isEmpty }: HistoryToolsProps) {
  const { i18n } = useLingui()
  const engine = usePlayEngine()
  const { open } = usePlaySheet()
  return (
    <div className="grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap">
      <ExportButtons
        name="koi-bets"
        isEmpty={isEmpty}
        write={(format) => engine.history.export(filter, format)}
        explain={(error) => i18n._(playErrorMessage(error))}
      />
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        icon={<KeyRound aria-hidden size={16} />}
        onClick={() => open('seeds')}
      >
        <Trans>Seeds</Trans>
      </Button>
      {engine.demo ? (
        <Button
          variant="ghost"
          size="sm"
          aria-haspopup="dialog"
          icon={<Trash2 aria-hidden size={16} />}
          onClick={() => open('confirm')}
        >
          <Trans>Clear history</Trans>
        </Button>
      ) : null}
    </div>
  )
}
