import { lazy, Suspense, useDeferredValue } from 'react'

/** Not in the first load: it stands below the games. */
const InstallCard = lazy(() =>
  import('./InstallCard.tsx').then(
    (module) => ({ default: module.InstallCard }),
    () => ({ default: () => null }),
  ),
)

/** The place of the install card, which comes after the page itself. */
export function InstallOffer() {
  const isPageInPlace = useDeferredValue(true, false)
  return isPageInPlace ? (
    <Suspense>
      <InstallCard />
    </Suspense>
  ) : null
}
