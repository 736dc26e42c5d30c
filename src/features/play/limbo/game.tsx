import { msg } from '@lingui/core/macro'
import { Rocket } from 'lucide-react'
import { lazy } from 'react'
import type { PlayableGame } from '#features/play/playable-game.ts'

export const LIMBO_GAME: PlayableGame<'limbo'> = {
  slug: 'limbo',
  name: msg`Limbo`,
  Icon: Rocket,
  resultOf: ({ outcome }, { hundredths }) => `${hundredths(outcome)}×`,
  Steps: lazy(() => import('./LimboSteps.tsx').then((module) => ({ default: module.LimboSteps }))),
}
