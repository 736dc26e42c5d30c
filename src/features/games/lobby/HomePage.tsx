import { useLingui } from '@lingui/react/macro'
import { Suspense, type ReactNode } from 'react'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useIsWide } from '#lib/use-is-wide.ts'
import { Heading } from '#ui/Heading.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { HomeCategoryChips } from './HomeCategoryChips.tsx'
import styles from './HomePage.module.css'
import { HomeRows } from './HomeRows.tsx'

/** Not in the first load: a phone never shows it. `startApp` has it there for the first screen of others. */
const FairnessCard = lazyOptional(() => import('./FairnessCard.tsx').then((module) => module.FairnessCard))

interface HomePageProps {
  /** These come from other features. */
  hero: ReactNode
  install: ReactNode
  /** How all players play. */
  live: ReactNode
}

/** The lobby: offers, categories and rows of games. */
export function HomePage({ hero, install, live }: HomePageProps) {
  const { t } = useLingui()
  const isWide = useIsWide()
  return (
    <>
      <VisuallyHidden>
        <Heading level={1}>{t`Lobby`}</Heading>
      </VisuallyHidden>
      <div className={styles.top}>
        {hero}
        {isWide ? (
          <div className="grid">
            <Suspense>
              <FairnessCard />
            </Suspense>
          </div>
        ) : null}
      </div>
      <div className={styles.chips}>
        <HomeCategoryChips />
      </div>
      <HomeRows />
      <div className="px-4 pt-5 empty:hidden">{install}</div>
      <div className="pt-5 empty:hidden">{live}</div>
    </>
  )
}
