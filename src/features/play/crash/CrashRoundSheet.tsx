import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import type { CrashPlay } from './crash-play.ts'
import { CrashRoundDetails } from './CrashRoundDetails.tsx'

interface CrashRoundSheetProps {
  play: CrashPlay
  /** The sheet is open while it is defined. */
  roundId: string | undefined
  onClose: () => void
}

export function CrashRoundSheet({ play, roundId, onClose }: CrashRoundSheetProps) {
  const { t } = useLingui()
  const view = useStore(play.table.view)
  // The round stays in sight while the sheet closes, and when newer rounds have pushed it off the list.
  const [shown, setShown] = useState(() => view?.last.find(({ id }) => id === roundId))
  const found = view?.last.find(({ id }) => id === roundId)
  if (found && found !== shown) setShown(found)
  const round = roundId === undefined || shown?.id === roundId ? shown : undefined
  const game = round?.game
  return (
    <Overlay
      open={roundId !== undefined}
      onClose={onClose}
      placement="bottom"
      title={round ? t`Crash · game ${game}` : t`Round`}
    >
      {round ? (
        <CrashRoundDetails key={round.id} play={play} round={round} />
      ) : (
        <EmptyState
          level={3}
          icon={<SearchX aria-hidden size={26} />}
          title={t`This round is none of the last ones`}
          detail={<Trans>The last twenty rounds can be looked at here.</Trans>}
        />
      )}
    </Overlay>
  )
}
