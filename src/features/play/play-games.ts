import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Bomb, Dices, Rocket, Triangle, type LucideIcon } from 'lucide-react'
import type { PlayGame } from './play-engine.ts'

interface GameMark {
  readonly name: MessageDescriptor
  readonly Icon: LucideIcon
}

/** Name and icon where the catalogue need not be loaded. */
export const GAME_MARKS: Record<PlayGame, GameMark> = {
  dice: { name: msg`Dice`, Icon: Dices },
  limbo: { name: msg`Limbo`, Icon: Rocket },
  mines: { name: msg`Mines`, Icon: Bomb },
  plinko: { name: msg`Plinko`, Icon: Triangle },
}
