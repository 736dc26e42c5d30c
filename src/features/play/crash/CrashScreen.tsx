import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect } from 'react'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useStore } from '#lib/use-store.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { FootLinks } from '#features/play/screen/FootLinks.tsx'
import { PlayFrame } from '#features/play/screen/PlayFrame.tsx'
import { CrashAnnouncer } from './CrashAnnouncer.tsx'
import { CrashChips } from './CrashChips.tsx'
import { CrashNotices } from './CrashNotices.tsx'
import { CrashOrder } from './CrashOrder.tsx'
import { CrashSheets } from './CrashSheets.tsx'
import { CrashStage } from './CrashStage.tsx'
import { useCrashMoments } from './use-crash-moments.ts'
import { useCrashPlay } from './use-crash-play.ts'
import { useRisingTone } from './use-rising-tone.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { WithReactions } from './WithReactions.tsx'

const CrashLogin = lazyPart(() => import('./CrashLogin.tsx').then((module) => module.CrashLogin))
const CrashPlayers = lazyOptional(() => import('./CrashPlayers.tsx').then((module) => module.CrashPlayers))
const CrashScene = lazyOptional(() => import('./CrashScene.tsx').then((module) => module.CrashScene))
const CrashSmallWindow = lazyOptional(() =>
  import('./CrashSmallWindow.tsx').then((module) => module.CrashSmallWindow),
)

export function CrashScreen() {
  return (
    <Suspense fallback={null}>
      <CrashTableScreen />
    </Suspense>
  )
}

function CrashTableScreen() {
  const play = useCrashPlay()
  const { t } = useLingui()
  const { table } = play
  useEffect(() => table.watch(), [table])
  useRisingTone(table)
  useCrashMoments(table)
  const view = useStore(table.view)
  useWakeLock(view?.mine.some((bet) => bet.status === 'placed') ?? false)
  const game = view?.round.game
  const isPlayer = table.seat !== undefined
  // Few browsers have such windows.
  const hasSmallWindow = 'documentPictureInPicture' in globalThis
  return (
    <PlayFrame
      play={play}
      recent={<CrashChips table={table} />}
      stage={
        <WithReactions table={table}>
          <CrashStage play={play} />
        </WithReactions>
      }
      scene={
        <Suspense fallback={null}>
          <CrashScene table={table} />
        </Suspense>
      }
      order={<Suspense fallback={null}>{isPlayer ? <CrashOrder play={play} /> : <CrashLogin />}</Suspense>}
      notices={<CrashNotices play={play} />}
      isOfflineTold
      aside={
        <div className="min-h-16">
          <Suspense fallback={null}>
            <CrashPlayers play={play} />
          </Suspense>
        </div>
      }
      foot={
        <FootLinks
          hasAutoPlay={play.hasAutoPlay}
          hasStats={isPlayer}
          fairness={<span>{game === undefined ? t`Provably fair` : t`Provably fair · game ${game}`}</span>}
        >
          <Suspense fallback={null}>{hasSmallWindow ? <CrashSmallWindow play={play} /> : null}</Suspense>
        </FootLinks>
      }
    >
      <CrashAnnouncer play={play} />
      <CrashSheets play={play} />
    </PlayFrame>
  )
}
