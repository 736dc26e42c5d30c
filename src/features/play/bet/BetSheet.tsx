import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { usePlayableGames, usePlayEngine } from '#features/play/play-context.ts'
import { BetDetails } from './BetDetails.tsx'
import { useBet } from './use-bet.ts'

interface BetSheetProps {
  /** The sheet is open while there is one. */
  betId: string | undefined
  onClose: () => void
}

/** A bet with all that decided it, each step of its calculation, and a button that works it out again. */
export function BetSheet({ betId, onClose }: BetSheetProps) {
  const { t, i18n } = useLingui()
  const playableGame = usePlayableGames()
  // The bet stays in sight while the sheet leaves.
  const [shownId, setShownId] = useState(betId)
  if (betId !== undefined && betId !== shownId) setShownId(betId)
  const lookup = useBet(shownId)
  const { demo, status } = usePlayEngine()
  const isBroken = useStore(status).status === 'broken'
  const bet = lookup.status === 'found' ? lookup.bet : undefined
  const name = bet && i18n._(playableGame(bet.game).name)
  const nonce = bet?.seeds.nonce

  return (
    <Overlay
      open={betId !== undefined}
      onClose={onClose}
      placement="bottom"
      title={bet ? t`${name} · bet #${nonce}` : t`Bet`}
    >
      {bet ? (
        <BetDetails key={bet.id} bet={bet} />
      ) : lookup.status === 'failed' || isBroken ? (
        <ErrorState
          level={3}
          title={t`This bet cannot be read`}
          detail={
            demo ? (
              <Trans>The storage of this browser does not answer. Reload the page to try again.</Trans>
            ) : (
              <Trans>Koi does not answer now. Check your connection, then try again.</Trans>
            )
          }
        />
      ) : lookup.status === 'missing' ? (
        <EmptyState
          level={3}
          icon={<SearchX aria-hidden size={26} />}
          title={demo ? t`This bet is not on this device` : t`There is no such bet`}
          detail={
            demo ? (
              <Trans>
                Demo bets are kept on the device where you made them, until you clear the history.
              </Trans>
            ) : (
              <Trans>You have no bet with this number in this account.</Trans>
            )
          }
        />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <Skeleton shape="box" height="10.5rem" />
          <Skeleton shape="box" height="5rem" />
          <Skeleton shape="box" height="16rem" />
        </div>
      )}
    </Overlay>
  )
}
