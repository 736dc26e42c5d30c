import { msg } from '@lingui/core/macro'
import { TrendingUp } from 'lucide-react'
import { loadTexts } from '#i18n/i18n.ts'
import type { PlayableSharedGame } from '#features/play/playable-game.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

export const CRASH_GAME: PlayableSharedGame<'crash'> = {
  slug: 'crash',
  name: msg({ message: 'Crash', context: 'game' }),
  Icon: TrendingUp,
  // These texts are in a catalog of their own.
  BetDetails: lazyPart(() =>
    Promise.all([import('./CrashBetDetails.tsx'), loadTexts('crash')]).then(
      ([module]) => module.CrashBetDetails,
    ),
  ),
}
