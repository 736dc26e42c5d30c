import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Play } from '#features/play/controller/play-controller.ts'
import type { PlayGame } from '#rules/games.ts'

/** Says that this device has explained a first result. */
export const FIRST_CHECK_KEY = 'first-check-told'

/** True for a visitor to whom the lobby's offer promised a first round, which is played with demo coins only. */
export function useIsFirstRound<G extends PlayGame>(play: Play<G>): boolean {
  const isAsked = useSearch({ strict: false, select: (search) => search.try === true })
  const [isFirst] = useState(isAsked && play.engine.demo !== undefined)
  return isFirst
}
