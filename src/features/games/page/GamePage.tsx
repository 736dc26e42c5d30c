import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CloudOff, SearchX } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { recordRecentGame } from '#features/games/recent-games.actions.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import styles from './GameInfo.module.css'
import { GameInfo } from './GameInfo.tsx'
import { GameRulesSkeleton } from './GameRulesSkeleton.tsx'
import { useGame } from './use-game.ts'

interface GamePageProps {
  slug: string
  /** From another feature. */
  wins?: ReactNode
}

export function GamePage({ slug, wins }: GamePageProps) {
  const { t, i18n } = useLingui()
  const { retry, ...lookup } = useGame(slug)
  const isFound = lookup.status === 'found'
  useEffect(() => {
    if (isFound) recordRecentGame(slug)
  }, [isFound, slug])

  const allGames = (
    <Link to="/games" className={buttonClass({ variant: 'secondary' })}>
      <Trans>All games</Trans>
    </Link>
  )
  const tryAgain = (
    <Button variant="secondary" onClick={retry}>
      <Trans>Try again</Trans>
    </Button>
  )
  switch (lookup.status) {
    case 'found':
      return <GameInfo {...lookup} wins={wins} onRetry={retry} />
    case 'loading':
      return <GameInfoSkeleton />
    case 'unknown':
      return (
        <EmptyState
          level={1}
          icon={<SearchX aria-hidden size={26} />}
          title={t`Game not found`}
          detail={t`There is no game at this address. It may have been removed, or the link has a typo.`}
          action={allGames}
        />
      )
    case 'offline':
      return (
        <EmptyState
          level={1}
          icon={<CloudOff aria-hidden size={26} />}
          title={t`You are offline`}
          detail={t`This game was never opened on this device. It loads as soon as you are connected.`}
          action={allGames}
        />
      )
    case 'failed':
      return (
        <ErrorState
          level={1}
          title={t`This game did not load`}
          detail={i18n._(errorMessageOf(lookup.error))}
          action={tryAgain}
        />
      )
  }
}

/** A placeholder while nothing is known about the game. */
function GameInfoSkeleton() {
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
