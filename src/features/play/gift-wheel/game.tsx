import { msg } from '@lingui/core/macro'
import { Gift } from 'lucide-react'
import type { PlayableGame } from '#features/play/playable-game.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

/** It has no screen of its own: it stands on the gift page. */
export const GIFT_WHEEL_GAME: PlayableGame<'gift-wheel'> = {
  slug: 'gift-wheel',
  name: msg`Daily wheel`,
  Icon: Gift,
  resultOf: ({ outcome }, { say }) => say(msg`part ${outcome}, counted from 0`),
  Steps: lazyPart(() => import('./GiftWheelSteps.tsx').then((module) => module.GiftWheelSteps), 'li'),
}
