import { Trans } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import { Note } from '#ui/Note.tsx'

/** What limits count on this server, honestly. */
export function CoinsNote() {
  return (
    <Note icon={<Info aria-hidden size={16} />}>
      <Trans>
        Limits bind deposits, and bets played with a balance. This server has neither yet: it offers play with
        demo coins only, which are free and are not counted. What you set now holds from the first deposit on.
        A break stops demo play too.
      </Trans>
    </Note>
  )
}
