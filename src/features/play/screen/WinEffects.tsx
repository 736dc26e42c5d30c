import { Suspense, useEffect, useState, type RefObject } from 'react'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import type { BetGame } from '#features/play/play-engine.ts'
import { followMoments } from '#features/play/session/play-moments.ts'

const Wins = lazyOptional(() => import('#features/play/wins/Wins.tsx').then((module) => module.Wins))

/** The effects of a win are loaded while the first bet is on its way. */
export function WinEffects(props: { game: BetGame; stage: RefObject<HTMLElement | null> }) {
  const [isPlaying, setIsPlaying] = useState(false)
  useEffect(() => (isPlaying ? undefined : followMoments(() => setIsPlaying(true))), [isPlaying])
  return <Suspense fallback={null}>{isPlaying ? <Wins {...props} /> : null}</Suspense>
}
