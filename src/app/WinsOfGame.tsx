import { Suspense } from 'react'
import { isSeededGame } from '#features/play/play-slug-search.ts'
import { loadTexts } from '#i18n/i18n.ts'
import { lazyOptional } from '#lib/lazy-optional.ts'

const OwnWins = lazyOptional(() =>
  Promise.all([import('./OwnWins.tsx'), loadTexts('play')]).then(([module]) => module.OwnWins),
)

/** The player's own wins on the page of a game that can be played; fetched after the page. */
export function WinsOfGame({ slug }: { slug: string }) {
  if (!isSeededGame(slug)) return null
  return (
    <Suspense>
      <OwnWins game={slug} />
    </Suspense>
  )
}
