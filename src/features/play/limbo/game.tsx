import { msg } from '@lingui/core/macro'
import { Rocket } from 'lucide-react'
import type { PlayableGame } from '#features/play/playable-game.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

export const LIMBO_GAME: PlayableGame<'limbo'> = {
  slug: 'limbo',
  name: msg`Limbo`,
  Icon: Rocket,
  resultOf: ({ outcome }, { hundredths }) => `${hundredths(outcome)}×`,
  Steps: lazyPart(() => import('./LimboSteps.tsx').then((module) => module.LimboSteps), 'li'),
}
