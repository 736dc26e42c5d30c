import { Suspense } from 'react'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { lazyOptional } from '#lib/lazy-optional.tsx'

/** Not in the first load: it is below the games. */
const InstallCard = lazyOptional(() => import('./InstallCard.tsx').then((module) => module.InstallCard))

/** The place of the install card, which loads after the page. */
export function InstallOffer() {
  return (
    <AfterFirstPaint>
      <Suspense>
        <InstallCard />
      </Suspense>
    </AfterFirstPaint>
  )
}
