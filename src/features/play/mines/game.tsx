import { msg } from '@lingui/core/macro'
import { Bomb } from 'lucide-react'
import { mineTiles } from '#rules/mines/mines.ts'
import type { PlayableGame } from '#features/play/playable-game.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

export const MINES_GAME: PlayableGame<'mines'> = {
  slug: 'mines',
  name: msg`Mines`,
  Icon: Bomb,
  resultOf({ outcome, params }, { say }) {
    const tiles = mineTiles(outcome, params).join(', ')
    return say(msg`mines on ${tiles}`)
  },
  Steps: lazyPart(() => import('./MinesSteps.tsx').then((module) => module.MinesSteps), 'li'),
}
