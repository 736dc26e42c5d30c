import type { ComponentType } from 'react'
import type { PlayGame } from '#rules/games.ts'

/** The screens of all games that have rules, each in a chunk of its own: leaving one out does not compile. */
const LOADERS: Readonly<Record<PlayGame, () => Promise<ComponentType>>> = {
  dice: () => import('#features/play/dice/DiceScreen.tsx').then((module) => module.DiceScreen),
  limbo: () => import('#features/play/limbo/LimboScreen.tsx').then((module) => module.LimboScreen),
  mines: () => import('#features/play/mines/MinesScreen.tsx').then((module) => module.MinesScreen),
  plinko: () => import('#features/play/plinko/PlinkoScreen.tsx').then((module) => module.PlinkoScreen),
  keno: () => import('#features/play/keno/KenoScreen.tsx').then((module) => module.KenoScreen),
  wheel: () => import('#features/play/wheel/WheelScreen.tsx').then((module) => module.WheelScreen),
  hilo: () => import('#features/play/hilo/HiloScreen.tsx').then((module) => module.HiloScreen),
  'pond-reels': () =>
    import('#features/play/pond-reels/PondReelsScreen.tsx').then((module) => module.PondReelsScreen),
}

/** Fetches a game's screen. */
export const loadPlayScreen = (game: PlayGame): Promise<ComponentType> => LOADERS[game]()
