import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import type { Provider } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { gamesQuery, providersQuery } from '#features/games/games.queries.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { isProviderCategory, providerGamesQuery } from '#queries/provider-games.queries.ts'
import { Section } from '#ui/Section.tsx'
import { Shelf } from '#ui/Shelf.tsx'
import { TileSkeleton } from '#ui/TileSkeleton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { useNearEnd } from '#ui/use-near-end.ts'
import { ProviderGameTile } from './ProviderGameTile.tsx'

const route = getRouteApi('/games/')

/** Shown of each provider; all of its games are behind the link. */
const SHOWN = 12
const PLACES = ['a', 'b', 'c', 'd', 'e', 'f']

interface ProviderShelvesProps {
  /** Koi's own games stand above. */
  hasOwn: boolean
  /** Stands alone if no provider is there. */
  empty: ReactNode
}

/** A row for each other provider, by the filters of the address. */
export function ProviderShelves({ hasOwn, empty }: ProviderShelvesProps) {
  const { provider, category } = route.useSearch()
  const { data: games = [] } = useQuery(gamesQuery)
  const { data: providers } = useQuery(providersQuery)
  const own = new Set(games.map((game) => game.provider))
  const others = providers?.filter(
    ({ slug }) => !own.has(slug) && (provider === undefined || slug === provider),
  )
  if (others === undefined) return null
  const canFit = category === undefined || isProviderCategory(category)
  if (others.length === 0 || !canFit) return hasOwn ? null : empty
  return (
    <div className="grid grid-cols-1 gap-6 pt-6">
      {others.map((each) => (
        <ProviderShelf key={each.slug} provider={each} />
      ))}
    </div>
  )
}

/** Asks for the provider's games when it comes near; renders nothing if none fits. */
function ProviderShelf({ provider }: { provider: Provider }) {
  const locale = useLocale()
  const { integer } = useFormat()
  const { q, category } = route.useSearch()
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useNearEnd(place, { isHeld: isNear, onNear: () => setIsNear(true) })
  const { data } = useInfiniteQuery({
    ...providerGamesQuery({
      provider: provider.slug,
      category: category !== undefined && isProviderCategory(category) ? category : undefined,
      text: q,
    }),
    enabled: isNear,
  })
  const first = data?.pages[0]
  if (first?.total === 0) return null
  const name = inLocale(provider.name, locale)
  const total = first ? integer(first.total) : ''
  return (
    <div ref={place}>
      <Section
        bleed
        title={name}
        trailing={
          <Link to="/games" search={{ provider: provider.slug, category, q }} className={sectionLinkClass}>
            {first ? <Trans>See all {total}</Trans> : <Trans>See all</Trans>}
            <VisuallyHidden>{name}</VisuallyHidden>
          </Link>
        }
      >
        <Shelf label={name} busy={first === undefined}>
          {first
            ? first.games
                .slice(0, SHOWN)
                .map((game) => <ProviderGameTile key={game.code} game={game} fetchCover="later" />)
            : PLACES.map((each) => <TileSkeleton key={each} />)}
        </Shelf>
      </Section>
    </div>
  )
}
