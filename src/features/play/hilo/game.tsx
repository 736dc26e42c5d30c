import { msg } from '@lingui/core/macro'
import { Spade } from 'lucide-react'
import { lazy } from 'react'
import type { PlayableGame } from '#features/play/playable-game.ts'
import { cardText } from './card-words.ts'

/** Cards that are named; of a longer round only the latest. */
const NAMED = 6

export const HILO_GAME: PlayableGame<'hilo'> = {
  slug: 'hilo',
  name: msg`Hilo`,
  Icon: Spade,
  resultOf({ outcome }, { say }) {
    const count = outcome.length
    const cards = outcome.slice(-NAMED).map(cardText).join(' ')
    return count > NAMED ? say(msg`${count} cards, the last ${cards}`) : cards
  },
  Steps: lazy(() => import('./HiloSteps.tsx').then((module) => ({ default: module.HiloSteps }))),
}
