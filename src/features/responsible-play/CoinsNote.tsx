import { Trans } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import { Note } from '#ui/Note.tsx'

/** What limits count on this server, honestly. */
export function CoinsNote() {
  return (
    <Note icon={<Info aria-hidden size={16} />}>
      <Trans>
        Limits bind deposits, and bets played with a balance. Games are played with demo coins only so far,
        which are free and are not counted. A break stops demo play too; withdrawals stay open.
      </Trans>
    </Note>
  )
}
