import { msg } from '@lingui/core/macro'
import { Spade } from 'lucide-react'
import type { PlayableGame } from '#features/play/playable-game.ts'
import { cardText } from './card-words.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

/** A longer round names only its latest cards. */
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
  Steps: lazyPart(() => import('./HiloSteps.tsx').then((module) => module.HiloSteps), 'li'),
}
