import { msg } from '@lingui/core/macro'
import { Triangle } from 'lucide-react'
import { lazy } from 'react'
import type { PlayableGame } from '#features/play/playable-game.ts'

export const PLINKO_GAME: PlayableGame<'plinko'> = {
  slug: 'plinko',
  name: msg`Plinko`,
  Icon: Triangle,
  resultOf: ({ outcome }) => outcome.join(''),
  Steps: lazy(() => import('./PlinkoSteps.tsx').then((module) => ({ default: module.PlinkoSteps }))),
}
