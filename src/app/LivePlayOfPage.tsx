import { Suspense } from 'react'
import { loadTexts } from '#i18n/i18n.ts'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { lazyOptional } from '#lib/lazy-optional.tsx'

const LivePlayParts = lazyOptional(() =>
  Promise.all([import('./LivePlayParts.tsx'), loadTexts('live')]).then(([module]) => module.LivePlayParts),
)

/** Bets of all players, at the end of a page; loads after the page. @param game limits the list to one game */
export function LivePlayOfPage({ game }: { game?: string }) {
  return (
    <AfterFirstPaint>
      <Suspense>
        <LivePlayParts game={game} />
      </Suspense>
    </AfterFirstPaint>
  )
}
