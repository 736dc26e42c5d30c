import type { ComponentType } from 'react'
import { isPlayScreen } from '#features/play/play-slug-search.ts'
import { loadTexts } from '#i18n/i18n.ts'

/** Undefined if the game has no screen. Keeps the list of screens out of the first load. */
export async function fetchPlayScreen(slug: string): Promise<ComponentType | undefined> {
  if (!isPlayScreen(slug)) return undefined
  const load = async () => (await import('./play-screens.ts')).loadPlayScreen(slug)
  const [Screen] = await Promise.all([
    load(),
    loadTexts('play'),
    ...(slug === 'crash' ? [loadTexts('crash')] : []),
  ])
  return Screen
}
