import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { GameTile } from '#features/games/GameTile.tsx'
import { useShortCaption } from '#features/games/use-tile-caption.tsx'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { Invitation } from '#session/Invitation.tsx'
import { TileSkeleton } from '#ui/TileSkeleton.tsx'
import styles from './HomePage.module.css'
import { inKnownOrder } from './known-order.ts'

const TileNow = lazyOptional(() => import('./TileNow.tsx').then((module) => module.TileNow))

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
/** The Games page has all of them. */
const MOST = 30

/** Each game once. Their order is settled when the page opens: no tile moves under a finger. */
export function GamesInSight({ games }: { games: readonly GameSummary[] | undefined }) {
  const { t } = useLingui()
  const captionOf = useShortCaption()
  const [order, setOrder] = useState<readonly string[]>()
  // Setting state while rendering makes React render again before it commits.
  if (games && !order) setOrder(games.map(({ slug }) => slug))
  return (
    <ul className={styles.grid} aria-label={t`All games`} aria-busy={games === undefined}>
      {games
        ? inKnownOrder(games, order ?? [])
            .slice(0, MOST)
            .map((game, index) => (
              <li key={game.slug}>
                <GameTile
                  game={game}
                  caption={captionOf(game)}
                  fetchCover={index < PLACES.length ? 'soon' : 'later'}
                  live={
                    <AfterFirstPaint>
                      <Suspense>
                        <Invitation>
                          <TileNow slug={game.slug} />
                        </Invitation>
                      </Suspense>
                    </AfterFirstPaint>
                  }
                />
              </li>
            ))
        : PLACES.map((place) => (
            <li key={place}>
              <TileSkeleton />
            </li>
          ))}
    </ul>
  )
}
