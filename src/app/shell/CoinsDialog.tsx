import { LockedBonusNote } from '#features/bonus/LockedBonusNote.tsx'
import { CoinsPanel } from '#features/coins/CoinsPanel.tsx'
import { Invitation } from '#session/Invitation.tsx'
import type { PanelProps } from './panel-components.ts'

/** Shows the coins with locked bonus amounts. */
export function CoinsDialog(props: PanelProps) {
  return (
    <CoinsPanel
      {...props}
      notes={
        <Invitation>
          <LockedBonusNote />
        </Invitation>
      }
    />
  )
}
