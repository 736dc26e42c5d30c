import { Suspense } from 'react'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { lazyOptional } from '#lib/lazy-optional.tsx'

/** Not in the first load: it stands below the games. */
const InstallCard = lazyOptional(() => import('./InstallCard.tsx').then((module) => module.InstallCard))

/** The place of the install card, which comes after the page itself. */
export function InstallOffer() {
  return (
    <AfterFirstPaint>
      <Suspense>
        <InstallCard />
      </Suspense>
    </AfterFirstPaint>
  )
}
