import type { ComponentType } from 'react'
import { isPlayGameSlug } from '#rules/play-games.ts'

/** Whether the game at this address has a screen to play it on. */
export const isPlayScreen = (slug: string): boolean => isPlayGameSlug(slug)

/** A game's screen; undefined where there is none. Where the screens are is no part of the first load. */
export async function fetchPlayScreen(slug: string): Promise<ComponentType | undefined> {
  if (!isPlayGameSlug(slug)) return undefined
  const { loadPlayScreen } = await import('./play-screens.ts')
  return loadPlayScreen(slug)
}
