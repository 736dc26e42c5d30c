import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import { useCallback } from 'react'
import type { GameSummary, Provider } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { toggleFavourite } from '#features/games/favourites.actions.ts'
import { STATUS_WORDS } from '#features/games/game-status.ts'
import { providersQuery } from '#features/games/games.queries.ts'
import { useFavourites } from '#features/games/use-favourites.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { CoverFrame } from '#ui/CoverFrame.tsx'
import { Heading } from '#ui/Heading.tsx'
import { HeartMark } from '#ui/HeartMark.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { useCopy } from '#ui/use-copy.ts'
import styles from './GameHeader.module.css'

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

/** Undefined while loading. */
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

function FavouriteButton({ slug }: { slug: string }) {
  const { t } = useLingui()
  const isMarked = useFavourites().includes(slug)
  return (
    <IconButton label={t`Favourite`} aria-pressed={isMarked} onClick={() => toggleFavourite(slug)}>
      <HeartMark isMarked={isMarked} />
    </IconButton>
  )
}

/** The cover without words; hidden from assistive technology. */
function GameCover({ cover, colors }: Pick<GameSummary, 'cover' | 'colors'>) {
  return (
    <CoverFrame colors={colors} className={styles.cover}>
      <img
        src={cover}
        alt=""
        width={300}
        height={400}
        fetchPriority="high"
        className={styles.image}
        data-cover-place=""
      />
    </CoverFrame>
  )
}

/** Uses the system's share sheet, or copies the address. */
function ShareButton({ title, text }: { title: string; text: string }) {
  const { t } = useLingui()
  const copy = useCopy()
  const share = async () => {
    const url = location.origin + location.pathname
    if (typeof navigator.share === 'function') {
      // Closing the sheet rejects too: that needs no message.
      await navigator.share({ title, text, url }).catch(() => undefined)
    } else {
      await copy(url, t`Link copied`)
    }
  }
  return (
    <IconButton label={t`Share`} onClick={() => void share()}>
      <Share2 aria-hidden size={20} />
    </IconButton>
  )
}
