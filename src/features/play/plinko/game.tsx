import { msg } from '@lingui/core/macro'
import { Triangle } from 'lucide-react'
import type { PlayableGame } from '#features/play/playable-game.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

export const PLINKO_GAME: PlayableGame<'plinko'> = {
  slug: 'plinko',
  name: msg`Plinko`,
  Icon: Triangle,
  resultOf: ({ outcome }) => outcome.join(''),
  Steps: lazyPart(() => import('./PlinkoSteps.tsx').then((module) => module.PlinkoSteps), 'li'),
}
