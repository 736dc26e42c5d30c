import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useGameNames, usePlayEngine, usePlayGiven } from '#features/play/play-context.ts'
import { isCrashBet, type PastBet } from '#features/play/play-engine.ts'
import { BetDetails } from './BetDetails.tsx'
import { betNumber } from '#features/play/bet-number.ts'

interface BetSheetProps {
  /** Undefined while the sheet is closed. */
  betId: string | undefined
  onClose: () => void
}

export function BetSheet({ betId, onClose }: BetSheetProps) {
  const { t, i18n } = useLingui()
  const gameNames = useGameNames()
  const { BetDetails: CrashBetDetails } = usePlayGiven().games.crash
  // The bet stays in sight while the sheet leaves.
  const [shownId, setShownId] = useState(betId)
  if (betId !== undefined && betId !== shownId) setShownId(betId)
  const lookup = useBet(shownId)
  const { demo, status } = usePlayEngine()
  const isBroken = useStore(status).status === 'broken'
  const bet = lookup.status === 'found' ? lookup.bet : undefined
  const name = bet && i18n._(gameNames(bet.game).name)
  const number = bet && !isCrashBet(bet) ? betNumber(bet.seeds.nonce) : undefined

  return (
    <Overlay
      open={betId !== undefined}
      onClose={onClose}
      placement="bottom"
      title={number === undefined ? (name ?? t`Bet`) : t`${name} · bet #${number}`}
      isTall
    >
      {bet && isCrashBet(bet) ? (
        <Suspense fallback={<Waiting />}>
          <CrashBetDetails key={bet.id} bet={bet} />
        </Suspense>
      ) : bet ? (
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
        <Waiting />
      )}
    </Overlay>
  )
}

function Waiting() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton shape="box" height="10.5rem" />
      <Skeleton shape="box" height="5rem" />
      <Skeleton shape="box" height="16rem" />
    </div>
  )
}

type BetLookup =
  { readonly status: 'loading' | 'missing' | 'failed' } | { readonly status: 'found'; readonly bet: PastBet }

/** Follows the reveal of its server seed. A bet in sight stays there, whatever later answers say or how late they come. */
function useBet(id: string | undefined): BetLookup {
  const engine = usePlayEngine()
  const [known, setKnown] = useState<{ id: string | undefined; lookup: BetLookup }>()
  useEffect(() => {
    if (id === undefined) return
    let newest = 0
    const read = async () => {
      newest += 1
      const own = newest
      const lookup = await engine.history.get(id).then<BetLookup, BetLookup>(
        (bet) => (bet ? { status: 'found', bet } : { status: 'missing' }),
        () => ({ status: 'failed' }),
      )
      if (own !== newest) return
      setKnown((before) => {
        const isInSight = before?.id === id && before.lookup.status === 'found'
        return isInSight && lookup.status === 'failed' ? before : { id, lookup }
      })
    }
    void read()
    const stop = engine.history.follow(({ type }) => {
      if (type === 'changed') void read()
    })
    return () => {
      newest = -1
      stop()
    }
  }, [engine, id])
  return known && known.id === id ? known.lookup : { status: 'loading' }
}
