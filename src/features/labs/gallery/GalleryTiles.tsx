import { useLingui } from '@lingui/react/macro'
import type { FairGame } from '#rules/fair-games.ts'
import { coverOf, tonesOf } from '#ui/art/drawn-cover.ts'
import { Section } from '#ui/Section.tsx'
import { Shelf } from '#ui/Shelf.tsx'
import { tileClass } from '#ui/tile-class.ts'
import { TileContent } from '#ui/TileContent.tsx'
import { TileSkeleton } from '#ui/TileSkeleton.tsx'

const PARTS = { row: 'Shelf, TileContent', grid: 'TileContent', drawn: 'coverOf, tonesOf' }

/** Games without a cover, by category. */
const DRAWN = [
  ['live', 'Baccarat Nine'],
  ['slots', 'River of Jade'],
  ['shows', 'Lucky Lanterns'],
  ['live', 'Roulette'],
  ['slots', 'Seven Koi'],
  ['shows', 'Money Wheel'],
] as const

interface Tile {
  readonly title: string
  readonly colors: [string, string]
}

/** As in the catalogue. */
const TILES: Readonly<Record<FairGame, Tile>> = {
  dice: { title: 'Dice', colors: ['#ff9c57', '#8a1604'] },
  mines: { title: 'Mines', colors: ['#4f92ff', '#08164f'] },
  plinko: { title: 'Plinko', colors: ['#c76bff', '#230650'] },
  crash: { title: 'Crash', colors: ['#3fe3b4', '#03301f'] },
  limbo: { title: 'Limbo', colors: ['#ff86ab', '#4a0424'] },
  hilo: { title: 'Hilo', colors: ['#ffce5e', '#5e2800'] },
  keno: { title: 'Keno', colors: ['#4fdcf2', '#032f47'] },
  wheel: { title: 'Wheel', colors: ['#c8ea52', '#1d3004'] },
  'pond-reels': { title: 'Pond Reels', colors: ['#3fa6a0', '#031a1f'] },
}
const GAMES = Object.keys(TILES) as FairGame[]
/** Its cover fails to load on purpose. */
const BROKEN: FairGame = 'pond-reels'

export function GalleryTiles() {
  const { t } = useLingui()
  const tile = (game: FairGame, look: { dimmed?: boolean; badge?: string } = {}) => {
    const cover = game === BROKEN ? 'data:,' : `/covers/${game}.svg`
    const caption = look.dimmed ? t`Online only` : 'Koi Originals'
    return (
      <button key={game} type="button" className={tileClass}>
        <TileContent {...TILES[game]} {...look} cover={cover} caption={caption} />
      </button>
    )
  }
  return (
    <>
      <Section title={t`Tiles`} bleed trailing={<code>{PARTS.row}</code>}>
        <Shelf label={t`Tiles`}>{GAMES.map((game) => tile(game))}</Shelf>
      </Section>
      <Section title={t`Tiles in a grid`} trailing={<code>{PARTS.grid}</code>}>
        <div className="grid grid-cols-3 sm:grid-cols-4 lg:grid-cols-6 gap-2.5 lg:gap-3.5">
          {tile('dice', { badge: t`New` })}
          {tile('crash', { dimmed: true })}
          {tile('hilo', { dimmed: true })}
          {tile('wheel')}
          {tile(BROKEN)}
          <TileSkeleton />
        </div>
      </Section>
      <Section title={t`Tiles without a cover`} trailing={<code>{PARTS.drawn}</code>}>
        <div className="grid grid-cols-3 sm:grid-cols-4 lg:grid-cols-6 gap-2.5 lg:gap-3.5">
          {DRAWN.map(([category, title]) => (
            <button key={title} type="button" className={tileClass}>
              <TileContent
                cover={coverOf(category)}
                colors={tonesOf(title, false)}
                title={title}
                caption="Demo Studio"
              />
            </button>
          ))}
        </div>
      </Section>
    </>
  )
}
