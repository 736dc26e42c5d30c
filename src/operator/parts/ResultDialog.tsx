import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/Button.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Text } from '#ui/Text.tsx'
import { factText } from './fact-text.ts'
import type { ResultRow } from './use-act.ts'
import { useShownLast } from './use-shown-last.ts'

interface ResultDialogProps {
  /** Undefined while the dialog is closed. */
  rows: readonly ResultRow[] | undefined
  onClose: () => void
}

/** The answer to an action, as the command line prints it. A new code is told only here. */
export function ResultDialog({ rows, onClose }: ResultDialogProps) {
  const { t } = useLingui()
  const shown = useShownLast(rows) ?? []
  return (
    <Overlay open={rows !== undefined} onClose={onClose} placement="bottom" title={t`Done`}>
      <div className="grid gap-4 px-4 pb-4">
        {shown.map((row, index) => (
          <div key={index} className="grid gap-3">
            {typeof row['text'] === 'string' && 'code' in row ? (
              <div className="grid gap-2">
                <Text size={3} tone="muted">
                  <Trans>Copy the code now. Koi keeps only a fingerprint of it.</Trans>
                </Text>
                <CopyableCode text={row['text']} copyLabel={t`Copy the code`} copied={t`Code copied`} />
              </div>
            ) : null}
            <DefinitionList
              facts={Object.entries(row).map(([term, value]) => ({ term, value: factText(value) }))}
            />
          </div>
        ))}
        <Button block variant="secondary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </Overlay>
  )
}
