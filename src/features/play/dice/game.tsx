import { msg } from '@lingui/core/macro'
import { Dices } from 'lucide-react'
import type { PlayableGame } from '#features/play/playable-game.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

export const DICE_GAME: PlayableGame<'dice'> = {
  slug: 'dice',
  name: msg`Dice`,
  Icon: Dices,
  resultOf: ({ outcome }, { hundredths }) => hundredths(outcome),
  Steps: lazyPart(() => import('./DiceSteps.tsx').then((module) => module.DiceSteps), 'li'),
}
