import { msg } from '@lingui/core/macro'
import { Dices } from 'lucide-react'
import { lazy } from 'react'
import type { PlayableGame } from '#features/play/playable-game.ts'

export const DICE_GAME: PlayableGame<'dice'> = {
  slug: 'dice',
  name: msg`Dice`,
  Icon: Dices,
  resultOf: ({ outcome }, { hundredths }) => hundredths(outcome),
  Steps: lazy(() => import('./DiceSteps.tsx').then((module) => ({ default: module.DiceSteps }))),
}
