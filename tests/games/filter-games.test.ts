import { describe, expect, it } from 'vitest'
import { filterGames, groupByProvider } from '#features/games/browse/filter-games.ts'
import { layOutGrid } from '#features/games/browse/use-grid-layout.ts'
import { groupedRows, tileRows } from '#features/games/browse/grid-rows.ts'
import { newestInCategory } from '#features/games/lobby/home-rows.ts'
import { inKnownOrder } from '#features/games/lobby/known-order.ts'
import { pickGames } from '#features/games/pick-games.ts'
import { buildGame } from './game-builder.ts'

const games = [
  buildGame('dice', { categories: ['originals', 'trending'] }),
  buildGame('mines', { provider: 'guest', categories: ['trending'] }),
  buildGame('keno', { categories: ['originals', 'new'], releasedAt: '2026-10-01T00:00:00.000Z' }),
  buildGame('reels', { categories: ['new'], releasedAt: '2026-11-15T00:00:00.000Z' }),
]
const none = new Set<string>()
const slugs = (list: readonly { slug: string }[]) => list.map(({ slug }) => slug)

describe('filterGames', () => {
  it('shows all games without filters', () => {
    expect(filterGames(games, {}, none)).toHaveLength(4)
  })

  it('combines category, provider and search', () => {
    expect(slugs(filterGames(games, { category: 'trending' }, none))).toEqual(['dice', 'mines'])
    expect(slugs(filterGames(games, { category: 'trending', provider: 'guest' }, none))).toEqual(['mines'])
    expect(slugs(filterGames(games, { category: 'trending', q: 'di' }, none))).toEqual(['dice'])
    expect(filterGames(games, { category: 'no-such-category' }, none)).toEqual([])
  })

  it('lists favourites in lobby order', () => {
    expect(slugs(filterGames(games, { category: 'favourites' }, new Set(['keno', 'dice'])))).toEqual([
      'dice',
      'keno',
    ])
  })
})

it('groups by provider in the order of the providers', () => {
  const name = { 'en-US': 'x', 'zh-CN': 'x' }
  const providers = ['guest', 'empty', 'koi-originals'].map((slug) => ({ slug, name }))
  const groups = groupByProvider(games, providers)
  expect(groups.map(({ provider, games: own }) => [provider.slug, own.length])).toEqual([
    ['guest', 1],
    ['koi-originals', 3],
  ])
  expect(groupedRows(games, providers, 2).map(({ kind }) => kind)).toEqual([
    'heading',
    'tiles',
    'heading',
    'tiles',
    'tiles',
  ])
})

it('picks games in the given order and drops games that no longer exist', () => {
  expect(slugs(pickGames(games, ['reels', 'gone', 'dice']))).toEqual(['reels', 'dice'])
})

it('puts the latest release first', () => {
  expect(slugs(newestInCategory(games, 'new'))).toEqual(['reels', 'keno'])
})

it('cuts rows and numbers the first tile of each', () => {
  expect(tileRows(games, 3)).toMatchObject([
    { key: 'dice', firstIndex: 0 },
    { key: 'reels', firstIndex: 3 },
  ])
})

describe('layOutGrid', () => {
  it.each([
    [288, 16, 2],
    [328, 16, 3],
    [358, 16, 3],
    [398, 16, 3],
    [976, 16, 6],
    [1120, 16, 7],
    [358, 32, 2],
  ])('lays %i px at %i px per rem out in %i columns', (width, remPx, columns) => {
    expect(layOutGrid(width, remPx).columns).toBe(columns)
  })

  it('makes rows of 3:4 tiles in whole pixels', () => {
    const { rowHeight, columns, gap } = layOutGrid(358, 16)
    expect(rowHeight).toBe(Math.ceil(((358 - gap * (columns - 1)) / columns) * (4 / 3)))
  })
})

it('keeps the order of the lobby while the player looks at it', () => {
  const order = ['reels', 'gone', 'dice', 'mines']
  expect(slugs(inKnownOrder(games, order))).toEqual(['reels', 'dice', 'mines', 'keno'])
})
