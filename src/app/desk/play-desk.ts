import { loadTexts } from '#i18n/i18n.ts'
import { lazyOptional } from '#lib/lazy-optional.tsx'

/** Loads after the game. */
export const PLAY_DESK = {
  Tabs: lazyOptional(() =>
    Promise.all([import('./DeskTabs.tsx'), loadTexts('live')]).then(([module]) => module.DeskTabs),
  ),
  Facts: lazyOptional(() =>
    Promise.all([import('./DeskFacts.tsx'), loadTexts('live')]).then(([module]) => module.DeskFacts),
  ),
}
