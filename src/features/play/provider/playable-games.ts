import { DICE_GAME } from '#features/play/dice/game.tsx'
import { CRASH_GAME } from '#features/play/crash/game.tsx'
import { GIFT_WHEEL_GAME } from '#features/play/gift-wheel/game.tsx'
import { KENO_GAME } from '#features/play/keno/game.tsx'
import { HILO_GAME } from '#features/play/hilo/game.tsx'
import { LIMBO_GAME } from '#features/play/limbo/game.tsx'
import { MINES_GAME } from '#features/play/mines/game.tsx'
import type { PlayableGames } from '#features/play/playable-game.ts'
import { PLINKO_GAME } from '#features/play/plinko/game.tsx'
import { WHEEL_GAME } from '#features/play/wheel/game.tsx'
import { POND_REELS_GAME } from '#features/play/pond-reels/game.tsx'

export const PLAYABLE_GAMES: PlayableGames = {
  dice: DICE_GAME,
  limbo: LIMBO_GAME,
  mines: MINES_GAME,
  plinko: PLINKO_GAME,
  keno: KENO_GAME,
  wheel: WHEEL_GAME,
  hilo: HILO_GAME,
  'pond-reels': POND_REELS_GAME,
  crash: CRASH_GAME,
  'gift-wheel': GIFT_WHEEL_GAME,
}
