import { lazy, Suspense, type ReactNode } from 'react'
import { GameGate } from '#features/games/page/GameGate.tsx'
import { DemoPlay } from '#features/play/provider/DemoPlay.tsx'
import { loadTexts } from '#i18n/i18n.ts'
import { useUser } from '#session/use-user.ts'

const PlayerGuard = lazy(async () => {
  const [{ PlayerGuard: Guard }] = await Promise.all([import('./PlayerGuard.tsx'), loadTexts('account')])
  return { default: Guard }
})

/**
 * Lets a game be played with demo coins unless it is paused, or the player takes a break; a visitor's game loads nothing
 * of the latter.
 */
export function PlayGuard({ slug, children }: { slug: string; children: ReactNode }) {
  const { uid } = useUser()
  return (
    <GameGate slug={slug}>
      <DemoPlay>
        {uid === 0 ? (
          children
        ) : (
          <Suspense fallback={null}>
            <PlayerGuard>{children}</PlayerGuard>
          </Suspense>
        )}
      </DemoPlay>
    </GameGate>
  )
}
