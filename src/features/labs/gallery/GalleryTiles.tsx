import { useLingui } from '@lingui/react/macro'
import { Section } from '#ui/Section.tsx'
import { Shelf } from '#ui/Shelf.tsx'
import { tileClass } from '#ui/tile-class.ts'
import { TileContent } from '#ui/TileContent.tsx'
import { TileSkeleton } from '#ui/TileSkeleton.tsx'
import { tileGridClass } from '#ui/tile-grid-class.ts'

const PARTS = { row: 'Shelf, TileContent', grid: 'tileGridClass' }

/** Covers as in the catalogue; the last one fails to load on purpose. */
const TILES: { title: string; cover: string; colors: [string, string] }[] = [
  { title: 'Dice', cover: '/covers/dice.svg', colors: ['#ff9c57', '#8a1604'] },
  { title: 'Mines', cover: '/covers/mines.svg', colors: ['#4f92ff', '#08164f'] },
  { title: 'Plinko', cover: '/covers/plinko.svg', colors: ['#c76bff', '#230650'] },
  { title: 'Crash', cover: '/covers/crash.svg', colors: ['#3fe3b4', '#03301f'] },
  { title: 'Limbo', cover: '/covers/limbo.svg', colors: ['#ff86ab', '#4a0424'] },
  { title: 'Hilo', cover: '/covers/hilo.svg', colors: ['#ffce5e', '#5e2800'] },
  { title: 'Keno', cover: '/covers/keno.svg', colors: ['#4fdcf2', '#032f47'] },
  { title: 'Wheel', cover: '/covers/wheel.svg', colors: ['#c8ea52', '#1d3004'] },
  { title: 'Pond Reels', cover: 'data:,', colors: ['#3fa6a0', '#031a1f'] },
]

/** Game tiles on a shelf and in a grid. */
export function GalleryTiles() {
  const { t } = useLingui()
  const tile = (index: number, look: { dimmed?: boolean; badge?: string } = {}) => {
    const game = TILES[index]
    return game ? (
      <button key={game.title} type="button" className={tileClass}>
        <TileContent {...game} {...look} caption={look.dimmed ? t`Online only` : 'Koi Originals'} />
      </button>
    ) : null
  }
  return (
    <>
      <Section title={t`Tiles`} bleed trailing={<code>{PARTS.row}</code>}>
        <Shelf label={t`Tiles`}>{TILES.map((_, index) => tile(index))}</Shelf>
      </Section>
      <Section title={t`Tiles in a grid`} trailing={<code>{PARTS.grid}</code>}>
        <div className={tileGridClass}>
          {tile(0, { badge: t`New` })}
          {tile(3, { dimmed: true })}
          {tile(5, { dimmed: true })}
          {tile(7)}
          {tile(8)}
          <TileSkeleton />
        </div>
      </Section>
    </>
  )
}
