import type { ComponentType } from 'react'

/** The screens of playable games, each in a chunk of its own. */
const LOADERS: Partial<Record<string, () => Promise<ComponentType>>> = {
  dice: () => import('#features/play/dice/DiceScreen.tsx').then((module) => module.DiceScreen),
  limbo: () => import('#features/play/limbo/LimboScreen.tsx').then((module) => module.LimboScreen),
  mines: () => import('#features/play/mines/MinesScreen.tsx').then((module) => module.MinesScreen),
  plinko: () => import('#features/play/plinko/PlinkoScreen.tsx').then((module) => module.PlinkoScreen),
}

/** Whether the game at this address has a screen to play it on. */
export function isPlayScreen(slug: string): boolean {
  return Object.hasOwn(LOADERS, slug)
}

/** Fetches a game's screen; undefined where there is none. */
export async function loadPlayScreen(slug: string): Promise<ComponentType | undefined> {
  return isPlayScreen(slug) ? await LOADERS[slug]?.() : undefined
}
