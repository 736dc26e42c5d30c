import { Suspense } from 'react'
import { isPlayScreen } from '#features/play/play-slug-search.ts'
import { loadTexts } from '#i18n/i18n.ts'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { Invitation } from '#session/Invitation.tsx'
import { LivePlayOfPage } from './LivePlayOfPage.tsx'

const OwnWins = lazyOptional(() =>
  Promise.all([import('./OwnWins.tsx'), loadTexts('play')]).then(([module]) => module.OwnWins),
)

/** The player's own wins on the page of a game that can be played, and how all play it; fetched after the page. */
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
