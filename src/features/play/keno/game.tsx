import { msg } from '@lingui/core/macro'
import { Grid3x3 } from 'lucide-react'
import type { PlayableGame } from '#features/play/playable-game.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

export const KENO_GAME: PlayableGame<'keno'> = {
  slug: 'keno',
  name: msg`Keno`,
  Icon: Grid3x3,
  resultOf({ outcome }, { say }) {
    // As shown on the board, where the first number is 1.
    const numbers = outcome.map((number) => number + 1).join(', ')
    return say(msg`drawn ${numbers}`)
  },
  Steps: lazyPart(() => import('./KenoSteps.tsx').then((module) => module.KenoSteps), 'li'),
}
