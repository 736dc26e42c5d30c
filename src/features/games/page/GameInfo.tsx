import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Info, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GameDetail, GameSummary } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { STATUS_WORDS } from '#features/games/game-status.ts'
import { categoriesQuery } from '#features/games/games.queries.ts'
import { formatPercentRange, returnToPlayer } from '#features/games/house-edge.ts'
import { useTopMultiplier } from '#features/games/use-top-multiplier.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { Invitation } from '#session/Invitation.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { textLinkClass } from '#ui/text-link-class.ts'
import { GameHeader } from './GameHeader.tsx'
import styles from './GameInfo.module.css'
import { GameRules } from './GameRules.tsx'
import { GameRulesSkeleton } from './GameRulesSkeleton.tsx'
import { HowToCheck } from './HowToCheck.tsx'

interface GameInfoProps {
  game: GameSummary
  /** Rules and fairness; loads later if the game is known from the catalogue. */
  detail: GameDetail | undefined
  error: Error | null
  isPaused: boolean
  /** Placed last, so that nothing moves when it appears. */
  wins: ReactNode
  onRetry: () => void
}

/** Shows head and facts at once, rules when they are loaded. */
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

function GameFacts({ game }: { game: GameSummary }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { percent, date } = useFormat()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const top = useTopMultiplier()(game.topMultiplier)
  const own = categories.filter(({ slug }) => game.categories.includes(slug))
  return (
    <DefinitionList
      facts={[
        { term: t`House edge`, value: formatPercentRange(game.houseEdge, percent) },
        { term: t`Return to player`, value: formatPercentRange(returnToPlayer(game.houseEdge), percent) },
        ...(top === undefined ? [] : [{ term: t`Biggest win`, value: top }]),
        {
          term: t`Rounds`,
          value: game.live ? t`Live, the same for all players` : t`Your own, at any time`,
        },
        ...(game.status === 'soon' ? [] : [{ term: t`Released`, value: date(new Date(game.releasedAt)) }]),
        {
          term: t`Categories`,
          value: (
            <span className="inline-flex flex-wrap justify-end gap-x-3">
              {own.map(({ slug, name }) => (
                <Link
                  key={slug}
                  to="/games"
                  search={{ category: slug }}
                  className={`${textLinkClass} inline-block py-1`}
                >
                  {inLocale(name, locale)}
                </Link>
              ))}
            </span>
          ),
        },
      ]}
    />
  )
}
