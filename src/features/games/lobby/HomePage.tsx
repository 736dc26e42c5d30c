import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useDeferredValue } from 'react'
import { inLocale } from '#contract/localized.ts'
import { CategoryChipSkeletons } from '#features/games/CategoryChipSkeletons.tsx'
import { areGamesMissing } from '#features/games/games-missing.ts'
import { categoriesQuery, gamesQuery } from '#features/games/games.queries.ts'
import { GamesUnavailable } from '#features/games/GamesUnavailable.tsx'
import { useRecentGames } from '#features/games/use-recent-games.ts'
import { useTileCaption } from '#features/games/use-tile-caption.tsx'
import { useLocale } from '#i18n/use-locale.ts'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useIsWide } from '#lib/use-is-wide.ts'
import { CategoryIcon } from '#ui/art/CategoryIcon.tsx'
import { chipClass } from '#ui/chip-class.ts'
import { ChipRow } from '#ui/ChipRow.tsx'
import { Heading } from '#ui/Heading.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { GameShelf } from './GameShelf.tsx'
import { lobbyShelves } from './home-rows.ts'
import styles from './HomePage.module.css'

/** Not in the first load, because phones never show it; on wide screens `startApp` loads it for the first screen. */
const FairnessCard = lazyOptional(() => import('./FairnessCard.tsx').then((module) => module.FairnessCard))

interface HomePageProps {
  /** From other features. */
  hero: ReactNode
  install: ReactNode
  /** Bets of all players. */
  live: ReactNode
}

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

/** Not in the first load: nothing of it is in the first paint. */
const LowerShelves = lazyOptional(() => import('./LowerShelves.tsx').then((module) => module.LowerShelves))

function HomeRows() {
  const { t } = useLingui()
  const query = useQuery(gamesQuery)
  // Renders tiles in slices that do not block the page; during a launch the first row before the others.
  const games = useDeferredValue(query.data)
  const shelves = games && lobbyShelves(games)
  const recents = useRecentGames()
  const captionOf = useTileCaption()

  if (areGamesMissing(query)) return <GamesUnavailable query={query} />

  const room = <div className={styles.rest} />
  return (
    <div className="grid gap-5 lg:gap-6">
      <GameShelf
        title={t`Trending`}
        seeAll={{ category: 'trending' }}
        games={shelves?.trending}
        captionOf={captionOf}
        isGrid
        isInSight
      />
      <AfterFirstPaint fallback={room}>
        <Suspense fallback={room}>
          <LowerShelves recents={recents} games={games} shelves={shelves} captionOf={captionOf} />
        </Suspense>
      </AfterFirstPaint>
    </div>
  )
}

/** Number of chips that a phone shows beside "all games"; the row scrolls to the others. */
const IN_SIGHT = 3

/** Links from the lobby to the Games page. */
function HomeCategoryChips() {
  const { t } = useLingui()
  const locale = useLocale()
  const { data: categories, isPending } = useQuery(categoriesQuery)
  const chips = categories?.map(({ slug, name }) => (
    <Link key={slug} to="/games" search={{ category: slug }} className={chipClass()}>
      <CategoryIcon slug={slug} size={15} />
      <span>{inLocale(name, locale)}</span>
    </Link>
  ))
  return (
    <ChipRow label={t`Categories`}>
      <Link to="/games" className={chipClass(true)}>
        <CategoryIcon slug="all-games" size={15} />
        <Trans>All Games</Trans>
      </Link>
      {chips?.slice(0, IN_SIGHT)}
      <AfterFirstPaint>{chips?.slice(IN_SIGHT)}</AfterFirstPaint>
      {isPending ? <CategoryChipSkeletons /> : null}
    </ChipRow>
  )
}
