import { msg } from '@lingui/core/macro'
import { Grid3x3 } from 'lucide-react'
import { lazy } from 'react'
import type { PlayableGame } from '#features/play/playable-game.ts'

export const KENO_GAME: PlayableGame<'keno'> = {
  slug: 'keno',
  name: msg`Keno`,
  Icon: Grid3x3,
  resultOf({ outcome }, { say }) {
    // As they stand on the board, where the first is 1.
    const numbers = outcome.map((number) => number + 1).join(', ')
    return say(msg`drawn ${numbers}`)
  },
  Steps: lazy(() => import('./KenoSteps.tsx').then((module) => ({ default: module.KenoSteps }))),
}
