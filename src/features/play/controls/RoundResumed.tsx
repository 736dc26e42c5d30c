import { Trans } from '@lingui/react/macro'
import { History } from 'lucide-react'
import type { RoundPlay } from '#features/play/controller/round-play.ts'
import { useStore } from '#lib/use-store.ts'
import { Note } from '#ui/Note.tsx'

export function RoundResumed({ play }: { play: RoundPlay }) {
  const isResumed = useStore(play.isResumed)
  return (
    <div role="status" className="empty:hidden">
      {isResumed ? (
        <Note icon={<History aria-hidden size={16} />}>
          <Trans>Your round is still open. Continue it, or cash out.</Trans>
        </Note>
      ) : null}
    </div>
  )
}
