import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Info, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GameDetail, GameSummary } from '#contract/games.ts'
import { STATUS_WORDS } from '#features/games/game-status.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { Invitation } from '#session/Invitation.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { GameFacts } from './GameFacts.tsx'
import { GameHeader } from './GameHeader.tsx'
import styles from './GameInfo.module.css'
import { GameRules } from './GameRules.tsx'
import { GameRulesSkeleton } from './GameRulesSkeleton.tsx'
import { HowToCheck } from './HowToCheck.tsx'

interface GameInfoProps {
  game: GameSummary
  /** Rules and fairness; follows the rest when the game was known from the catalogue. */
  detail: GameDetail | undefined
  error: Error | null
  isPaused: boolean
  /** Last, so that nothing moves when they are known. */
  wins: ReactNode
  onRetry: () => void
}

/** A game that is there: head and facts at once, rules as soon as they are loaded. */
export function GameInfo({ game, detail, error, isPaused, wins, onRetry }: GameInfoProps) {
  const { t, i18n } = useLingui()
  const words = STATUS_WORDS[game.status]
  const lacksRules = detail === undefined && (isPaused || error !== null)
  return (
    <article className={styles.page}>
      <div className={styles.head}>
        <GameHeader game={game} />
        {game.status === 'playable' ? (
          <Invitation>
            <Link
              to="/games/$slug/play"
              params={{ slug: game.slug }}
              className={buttonClass({ block: true })}
            >
              <Play aria-hidden size={18} fill="currentColor" />
              <Trans>Play</Trans>
            </Link>
          </Invitation>
        ) : null}
        {words ? (
          <Banner inset icon={<Info aria-hidden size={17} />}>
            {i18n._(words.sentence)}
          </Banner>
        ) : null}
        <GameFacts game={game} />
      </div>
      <div className={styles.body}>
        {detail ? <GameRules game={detail} /> : null}
        {lacksRules ? (
          <Banner
            inset
            tone={isPaused ? 'offline' : 'warning'}
            action={
              <Button variant="secondary" size="sm" onClick={onRetry}>
                <Trans>Try again</Trans>
              </Button>
            }
          >
            {isPaused
              ? t`The rules were never loaded on this device. They appear as soon as you are connected.`
              : i18n._(errorMessageOf(error))}
          </Banner>
        ) : null}
        {detail || lacksRules ? null : <GameRulesSkeleton />}
        <HowToCheck isShared={game.live} />
        <Link to="/transparency" hash="games" className={sectionLinkClass}>
          <Trans>What this game has paid back</Trans>
          <ChevronRight aria-hidden size={15} />
        </Link>
        {wins}
      </div>
    </article>
  )
}
