import { Suspense } from 'react'
import { isPlayScreen } from '#features/play/play-slug-search.ts'
import { loadTexts } from '#i18n/i18n.ts'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { Invitation } from '#session/Invitation.tsx'
import { LivePlayOfPage } from './LivePlayOfPage.tsx'

const OwnWins = lazyOptional(() =>
  Promise.all([import('./OwnWins.tsx'), loadTexts('play')]).then(([module]) => module.OwnWins),
)

/** The player's wins and everybody's bets on a playable game; loads after the page. */
export function WinsOfGame({ slug }: { slug: string }) {
  if (!isPlayScreen(slug)) return null
  return (
    <>
      <Invitation>
        <Suspense>
          <OwnWins game={slug} />
        </Suspense>
      </Invitation>
      <LivePlayOfPage game={slug} />
    </>
  )
}
