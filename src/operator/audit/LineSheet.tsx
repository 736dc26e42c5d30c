import { useLingui } from '@lingui/react/macro'
import type { LogLine } from '#contract/operator/log.ts'
import { factText } from '#operator/parts/fact-text.ts'
import { Moment } from '#operator/parts/Moment.tsx'
import { useShownLast } from '#operator/parts/use-shown-last.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { useWho } from './use-who.ts'

interface LineSheetProps {
  /** Undefined while the sheet is closed. */
  line: LogLine | undefined
  onClose: () => void
}

export function LineSheet({ line, onClose }: LineSheetProps) {
  const { t } = useLingui()
  const whoOf = useWho()
  const shown = useShownLast(line)
  if (!shown) return null
  const { id, at, action, why, what, hash } = shown
  return (
    <Overlay open={line !== undefined} onClose={onClose} placement="right" title={t`Line ${id}`}>
      <div className="grid gap-4 px-4 pb-4">
        <DefinitionList
          facts={[
            { term: t`Time`, value: <Moment at={at} /> },
            { term: t`Operator`, value: whoOf(shown) },
            { term: t`Action`, value: action },
            { term: t`Reason`, value: why || '—', isLong: true },
          ]}
        />
        {Object.keys(what).length > 0 ? (
          <DefinitionList
            facts={Object.entries(what).map(([term, value]) => ({
              term,
              value: <span className="wrap-anywhere">{factText(value)}</span>,
              isLong: true,
            }))}
          />
        ) : null}
        <DefinitionList
          facts={[{ term: t`Hash`, value: <span className="wrap-anywhere">{hash}</span>, isLong: true }]}
        />
      </div>
    </Overlay>
  )
}
