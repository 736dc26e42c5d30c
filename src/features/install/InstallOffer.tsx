import { lazy, Suspense } from 'react'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'

/** Not in the first load: it stands below the games. */
const InstallCard = lazy(() =>
  import('./InstallCard.tsx').then(
    (module) => ({ default: module.InstallCard }),
    () => ({ default: () => null }),
  ),
)

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
