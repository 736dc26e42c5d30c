import { lazy, Suspense, type ReactNode } from 'react'
import { GameGate } from '#features/games/page/GameGate.tsx'
import { stopAnyAutoPlay } from '#features/play/auto/auto-play.actions.ts'
import { PlayDeskContext } from '#features/play/play-desk.ts'
import { ActivePlay } from '#features/play/provider/ActivePlay.tsx'
import { useHasRoundToFinish } from '#features/play/use-has-round-to-finish.ts'
import { loadTexts } from '#i18n/i18n.ts'
import { useUser } from '#session/use-user.ts'
import { PLAY_DESK } from './desk/play-desk.ts'

const PlayerGuard = lazy(async () => {
  const [{ PlayerGuard: Guard }] = await Promise.all([import('./PlayerGuard.tsx'), loadTexts('account')])
  return { default: Guard }
})

interface PlayGuardProps {
  slug: string
  children: ReactNode
}

/** Shows a game unless it is paused or the player takes a break. For visitors the code for breaks is not loaded. */
export function PlayGuard({ slug, children }: PlayGuardProps) {
  return (
    <ActivePlay>
      <PlayDeskContext value={PLAY_DESK}>
        <PlayGates slug={slug}>{children}</PlayGates>
      </PlayDeskContext>
    </ActivePlay>
  )
}

const stopForPause = () => stopAnyAutoPlay('paused')

/** A player can finish an open round with a balance even if a break has begun since. */
function PlayGates({ slug, children }: PlayGuardProps) {
  const { uid } = useUser()
  const hasRound = useHasRoundToFinish(slug)
  return (
    <GameGate slug={slug} mayFinish={hasRound} onPause={stopForPause}>
      {uid === 0 ? (
        children
      ) : (
        <Suspense fallback={null}>
          <PlayerGuard mayFinish={hasRound}>{children}</PlayerGuard>
        </Suspense>
      )}
    </GameGate>
  )
}
