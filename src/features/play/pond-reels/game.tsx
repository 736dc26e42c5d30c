import { msg } from '@lingui/core/macro'
import { Fish } from 'lucide-react'
import { pondReelsLine } from '#rules/pond-reels/pond-reels.ts'
import type { PlayableGame } from '#features/play/playable-game.ts'
import { SYMBOL_NAMES } from './symbol-names.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

export const POND_REELS_GAME: PlayableGame<'pond-reels'> = {
  slug: 'pond-reels',
  name: msg`Pond Reels`,
  Icon: Fish,
  resultOf: ({ outcome }, { say }) =>
    pondReelsLine(outcome)
      .map((symbol) => say(SYMBOL_NAMES[symbol]))
      .join(' · '),
  Steps: lazyPart(() => import('./PondReelsSteps.tsx').then((module) => module.PondReelsSteps), 'li'),
}
