import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Heading } from '#ui/Heading.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { FairnessCard } from './FairnessCard.tsx'
import { HomeCategoryChips } from './HomeCategoryChips.tsx'
import styles from './HomePage.module.css'
import { HomeRows } from './HomeRows.tsx'

/** The lobby: offers, categories and rows of games. `hero` and `install` come from other features. */
export function HomePage({ hero, install }: { hero: ReactNode; install: ReactNode }) {
  const { t } = useLingui()
  return (
    <>
      <VisuallyHidden>
        <Heading level={1}>{t`Lobby`}</Heading>
      </VisuallyHidden>
      <div className={styles.top}>
        {hero}
        <div className={styles.aside}>
          <FairnessCard />
        </div>
      </div>
      <div className={styles.chips}>
        <HomeCategoryChips />
      </div>
      <HomeRows />
      <div className="px-4 pt-5 empty:hidden">{install}</div>
    </>
  )
}
