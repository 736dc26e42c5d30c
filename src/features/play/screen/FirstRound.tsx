import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Play } from '#features/play/controller/play-controller.ts'
import { useStakeEntry } from '#features/play/stake/use-stake-entry.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useStore } from '#lib/use-store.ts'
import type { PlayGame } from '#rules/games.ts'
import { FIRST_CHECK_KEY } from './use-is-first-round.ts'

const FirstCheck = lazyOptional(() => import('./FirstCheck.tsx').then((module) => module.FirstCheck))

/** Starts the round that the lobby's offer promised, and explains its result to who has seen none yet. */
export function FirstRound<G extends PlayGame>({ play }: { play: Play<G> }) {
  const isReady = useStore(play.engine.status).status === 'ready'
  const isValid = useStakeEntry(play).status === 'valid'
  const [isNews] = useState(() => browserStorage.get(FIRST_CHECK_KEY) === null)
  const hasBegun = useRef(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (!isReady || !isValid || hasBegun.current) return
    hasBegun.current = true
    // A reload starts no other round.
    void navigate({
      to: '.',
      search: ({ try: _try, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    })
    play.bet()
  }, [isReady, isValid, navigate, play])
  return isNews ? (
    <Suspense fallback={<div className="min-h-25" />}>
      <FirstCheck play={play} />
    </Suspense>
  ) : null
}
