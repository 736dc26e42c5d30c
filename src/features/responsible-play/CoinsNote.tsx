import { Trans } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import { Note } from '#ui/Note.tsx'

/** Says honestly which bets the limits of this server count. */
export function CoinsNote() {
  return (
    <Note icon={<Info aria-hidden size={16} />}>
      <Trans>
        Limits apply to deposits and to bets from your balance. Demo coins are free and do not count. A break
        stops demo play too. You can still withdraw, and finish an open round.
      </Trans>
    </Note>
  )
}
