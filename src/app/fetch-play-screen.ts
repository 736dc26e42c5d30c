import type { ComponentType } from 'react'
import { isPlayScreen } from '#features/play/is-play-screen.ts'

/** A game's screen; undefined where there is none. Where the screens are is no part of the first load. */
export async function fetchPlayScreen(slug: string): Promise<ComponentType | undefined> {
  if (!isPlayScreen(slug)) return undefined
  const { loadPlayScreen } = await import('./play-screens.ts')
  return loadPlayScreen(slug)
}
