import type { ComponentType } from 'react'
import { isPlayScreen } from '#features/play/play-slug-search.ts'
import { loadTexts } from '#i18n/i18n.ts'

/** A game's screen, with its texts; undefined where there is none. Where the screens are is no part of the first load. */
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
