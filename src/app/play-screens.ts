import type { ComponentType } from 'react'
import type { PlayScreenSlug } from '#features/play/play-slug-search.ts'

/** Each screen has its own chunk. Does not compile unless all playable games are listed. */
const LOADERS: Readonly<Record<PlayScreenSlug, () => Promise<ComponentType>>> = {
  crash: () => import('#features/play/crash/CrashScreen.tsx').then((module) => module.CrashScreen),
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

export const loadPlayScreen = (game: PlayScreenSlug): Promise<ComponentType> => LOADERS[game]()
