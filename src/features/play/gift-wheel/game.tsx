import { msg } from '@lingui/core/macro'
import { Gift } from 'lucide-react'
import type { PlayableGame } from '#features/play/playable-game.ts'
import { PART_COUNT } from '#rules/gift-wheel/gift-wheel-parts.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

/** It has no screen of its own: it stands on the gift page. */
export const GIFT_WHEEL_GAME: PlayableGame<'gift-wheel'> = {
  slug: 'gift-wheel',
  name: msg`Daily wheel`,
  Icon: Gift,
  resultOf({ outcome }, { say }) {
    const part = outcome + 1
    return say(msg`part ${part} of ${PART_COUNT}`)
  },
  Steps: lazyPart(() => import('./GiftWheelSteps.tsx').then((module) => module.GiftWheelSteps), 'li'),
}
