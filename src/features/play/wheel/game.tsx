import { msg } from '@lingui/core/macro'
import { LoaderPinwheel } from 'lucide-react'
import { lazy } from 'react'
import type { PlayableGame } from '#features/play/playable-game.ts'

export const WHEEL_GAME: PlayableGame<'wheel'> = {
  slug: 'wheel',
  name: msg`Wheel`,
  Icon: LoaderPinwheel,
  resultOf: ({ outcome }, { say }) => say(msg`segment ${outcome}, counted from 0`),
  Steps: lazy(() => import('./WheelSteps.tsx').then((module) => ({ default: module.WheelSteps }))),
}
