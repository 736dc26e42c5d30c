import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { GameSummary, Provider } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { STATUS_WORDS } from '#features/games/game-status.ts'
import { providersQuery } from '#features/games/games.queries.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { FavouriteButton } from './FavouriteButton.tsx'
import { GameCover } from './GameCover.tsx'
import styles from './GameHeader.module.css'
import { ShareButton } from './ShareButton.tsx'

/** Cover, name, maker and what the player can do with the game. */
export function GameHeader({ game }: { game: GameSummary }) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const providerName = useProviderNames()
  const words = STATUS_WORDS[game.status]
  const name = inLocale(game.name, locale)
  return (
    <Card as="header" tone="pond" padding="lg" className={styles.header}>
      <GameCover cover={game.cover} colors={game.colors} />
      <div className={styles.words}>
        <div className="flex flex-wrap gap-2">
          {words ? <Badge tone="gold">{i18n._(words.badge)}</Badge> : null}
          {game.live ? <Badge tone="jade">{t`Live`}</Badge> : null}
        </div>
        <Heading level={1} size="display">
          {name}
        </Heading>
        <Text tone="muted">{inLocale(game.tagline, locale)}</Text>
        <Text size={3}>
          <Link
            to="/games"
            search={{ provider: game.provider }}
            className={`${textLinkClass} inline-block py-1`}
          >
            {providerName(game.provider) ?? t`Provider`}
          </Link>
        </Text>
        <div className="flex gap-2 mt-1">
          <FavouriteButton slug={game.slug} />
          <ShareButton title={name} text={inLocale(game.tagline, locale)} />
        </div>
      </div>
    </Card>
  )
}

const bySlug = (providers: readonly Provider[]) =>
  new Map(providers.map((provider) => [provider.slug, provider.name]))

/** Names providers in the player's language; undefined while they load. */
function useProviderNames(): (slug: string) => string | undefined {
  const locale = useLocale()
  const { data: names } = useQuery({ ...providersQuery, select: bySlug })
  return useCallback(
    (slug) => {
      const name = names?.get(slug)
      return name && inLocale(name, locale)
    },
    [names, locale],
  )
}
