import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Play } from '#features/play/controller/play-controller.ts'
import { useStakeEntry } from '#features/play/stake/use-stake-entry.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { useStore } from '#lib/use-store.ts'
import type { PlayGame } from '#rules/games.ts'

/** Says that this device has explained a first result. */
export const FIRST_CHECK_KEY = 'first-check-told'

/**
 * Starts the round that the lobby's offer promised, with demo coins only.
 * @returns true if its result is to be explained
 */
export function useFirstRound<G extends PlayGame>(play: Play<G>): boolean {
  const isAsked = useSearch({ strict: false, select: (search) => search.try === true })
  const [isFirst] = useState(isAsked && play.engine.demo !== undefined)
  const isReady = useStore(play.engine.status).status === 'ready'
  const isValid = useStakeEntry(play).status === 'valid'
  const [isNews] = useState(() => browserStorage.get(FIRST_CHECK_KEY) === null)
  const hasBegun = useRef(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (!isFirst || !isReady || !isValid || hasBegun.current) return
    hasBegun.current = true
    // A reload starts no other round.
    void navigate({
      to: '.',
      search: ({ try: _try, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    })
    play.bet()
  }, [isFirst, isReady, isValid, navigate, play])
  return isFirst && isNews
}
