import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Search, ShieldCheck } from 'lucide-react'
import { type ReactNode, Suspense, useDeferredValue, useId } from 'react'
import { inLocale } from '#contract/localized.ts'
import { CategoryChipSkeletons } from '#features/games/CategoryChipSkeletons.tsx'
import { areGamesMissing } from '#features/games/games-missing.ts'
import { categoriesQuery, gamesQuery } from '#features/games/games.queries.ts'
import { GamesUnavailable } from '#features/games/GamesUnavailable.tsx'
import { useRecentGames } from '#features/games/use-recent-games.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useIsWide } from '#lib/use-is-wide.ts'
import { Invitation } from '#session/Invitation.tsx'
import { useUser } from '#session/use-user.ts'
import { CategoryIcon } from '#ui/art/CategoryIcon.tsx'
import { chipClass } from '#ui/chip-class.ts'
import { ChipRow } from '#ui/ChipRow.tsx'
import { Heading } from '#ui/Heading.tsx'
import { iconButtonClass } from '#ui/icon-button-class.ts'
import { Text } from '#ui/Text.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { GamesInSight } from './GamesInSight.tsx'
import styles from './HomePage.module.css'
import { TryRound } from './TryRound.tsx'

/** None of these is in the first load: nothing of them is in the first paint. */
const WinTicker = lazyOptional(
  () => import('./WinTicker.tsx').then((module) => module.WinTicker),
  CheckedLine,
)
const PlayersNow = lazyOptional(() => import('./PlayersNow.tsx').then((module) => module.PlayersNow))
const ContinueLink = lazyOptional(
  () => import('./ContinueLink.tsx').then((module) => module.ContinueLink),
  undefined,
  true,
)

interface HomePageProps {
  /** From other features. */
  offer: ReactNode
  install: ReactNode
  /** Bets of all players. */
  live: ReactNode
}

export function HomePage({ offer, install, live }: HomePageProps) {
  const { t } = useLingui()
  const { uid } = useUser()
  const isNewcomer = useRecentGames().length === 0 && uid === 0
  return (
    <div className={styles.page}>
      <VisuallyHidden>
        <Heading level={1}>{t`Lobby`}</Heading>
      </VisuallyHidden>
      <div className={styles.parts}>
        <div className={styles.lead}>
          <Invitation>{isNewcomer ? <TryRound /> : offer}</Invitation>
          <div className={styles.line}>
            <Invitation instead={<CheckedLine />}>
              <AfterFirstPaint fallback={<CheckedLine />}>
                <Suspense fallback={<CheckedLine />}>
                  <WinTicker>
                    <CheckedLine />
                  </WinTicker>
                </Suspense>
              </AfterFirstPaint>
            </Invitation>
          </div>
        </div>
        <Games />
      </div>
      <div className="pt-5 empty:hidden">{install}</div>
      <div className="-mx-4 pt-5 empty:hidden">{live}</div>
    </div>
  )
}

/** Stands in the place of the wins until there is one. */
function CheckedLine() {
  return (
    <Text as="span" size={3} tone="muted" weight={600} className="inline-flex items-center gap-2">
      <Text as="span" tone="jade" className="shrink-0">
        <ShieldCheck aria-hidden size={17} className="block" />
      </Text>
      <span>
        <Trans>Every result can be checked</Trans>
      </span>
    </Text>
  )
}

function Games() {
  const { t } = useLingui()
  const id = useId()
  const isWide = useIsWide()
  const query = useQuery(gamesQuery)
  // Renders tiles in slices that do not block the page.
  const games = useDeferredValue(query.data)
  return (
    <section aria-labelledby={id} className={styles.games}>
      <div className={styles.head}>
        <Heading level={2} size="section" id={id}>
          <Trans>All games</Trans>
        </Heading>
        <div className={styles.between}>{isWide ? <HomeCategoryChips /> : null}</div>
        <AfterFirstPaint>
          <Suspense>
            <Invitation>
              <PlayersNow />
            </Invitation>
            <ContinueLink games={games} />
          </Suspense>
        </AfterFirstPaint>
        {isWide ? null : (
          <Link to="/games" className={iconButtonClass()} aria-label={t`Search games`}>
            <Search aria-hidden size={19} />
          </Link>
        )}
      </div>
      {areGamesMissing(query) ? <GamesUnavailable query={query} /> : <GamesInSight games={games} />}
    </section>
  )
}

/** Links to the Games page. */
function HomeCategoryChips() {
  const { t } = useLingui()
  const locale = useLocale()
  const { data: categories, isPending } = useQuery(categoriesQuery)
  return (
    <ChipRow label={t`Categories`}>
      {categories?.map(({ slug, name }) => (
        <Link key={slug} to="/games" search={{ category: slug }} className={chipClass()}>
          <CategoryIcon slug={slug} size={15} />
          <span>{inLocale(name, locale)}</span>
        </Link>
      ))}
      {isPending ? <CategoryChipSkeletons /> : null}
    </ChipRow>
  )
}
