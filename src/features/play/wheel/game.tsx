import { msg } from '@lingui/core/macro'
import { LoaderPinwheel } from 'lucide-react'
import type { PlayableGame } from '#features/play/playable-game.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

export const WHEEL_GAME: PlayableGame<'wheel'> = {
  slug: 'wheel',
  name: msg`Wheel`,
  Icon: LoaderPinwheel,
  resultOf: ({ outcome }, { say }) => say(msg`segment ${outcome}, counted from 0`),
  Steps: lazyPart(() => import('./WheelSteps.tsx').then((module) => module.WheelSteps), 'li'),
}
