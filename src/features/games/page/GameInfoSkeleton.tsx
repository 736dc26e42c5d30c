import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '#ui/Skeleton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import styles from './GameInfo.module.css'
import { GameRulesSkeleton } from './GameRulesSkeleton.tsx'

/** The page's place while nothing is known about the game. */
export function GameInfoSkeleton() {
  const { t } = useLingui()
  return (
    <div className={styles.page} aria-busy>
      <VisuallyHidden>
        <h1>{t`Game`}</h1>
      </VisuallyHidden>
      <div className={styles.head}>
        <Skeleton shape="box" height="13rem" />
        <Skeleton shape="box" height="12.5rem" />
      </div>
      <div className={styles.body}>
        <GameRulesSkeleton />
      </div>
    </div>
  )
}
