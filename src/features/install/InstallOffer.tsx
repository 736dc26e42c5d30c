import { Suspense, useDeferredValue } from 'react'
import { lazyOptional } from '#lib/lazy-optional.ts'

/** Not in the first load: it stands below the games. */
const InstallCard = lazyOptional(() => import('./InstallCard.tsx').then((module) => module.InstallCard))

/** The place of the install card, which comes after the page itself. */
export function InstallOffer() {
  const isPageInPlace = useDeferredValue(true, false)
  return isPageInPlace ? (
    <Suspense>
      <InstallCard />
    </Suspense>
  ) : null
}
