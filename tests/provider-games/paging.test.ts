import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import type { ProviderGame } from '#contract/provider-games.ts'
import { tileRows } from '#features/games/browse/grid-rows.ts'
import { loadedGames } from '#features/games/providers/loaded-games.ts'
import { providerGamesQuery, type ProviderGamesFilter } from '#queries/provider-games.queries.ts'
import { buildGame } from '../games/game-builder.ts'
import { answerApi } from '../support/answered-api.ts'

afterEach(() => vi.restoreAllMocks())

const game = (code: string): ProviderGame => ({
  provider: 'demo',
  providerName: 'Demo',
  code,
  name: { 'en-US': code },
  category: 'slots',
  cover: null,
  volatility: null,
  returnBps: null,
  hasDemo: false,
})

it('asks for each page with the filters and where the one before ended', async () => {
  answerApi({
    '/provider-games?category=slots&provider=demo': { games: [game('a')], total: 3, next: 'x' },
    '/provider-games?category=slots&provider=demo&after=x': { games: [game('b')], total: 3, next: 'y' },
    '/provider-games?category=slots&provider=demo&after=y': { games: [game('c')], total: 3, next: null },
  })
  const query = providerGamesQuery({ category: 'slots', provider: 'demo' })
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...query, pages: 9 })
  expect(pages.flatMap(({ games }) => games.map(({ code }) => code))).toEqual(['a', 'b', 'c'])
})

it('keeps what was loaded for the next launch, but not what was searched for', () => {
  expect(providerGamesQuery({ category: 'slots' }).meta?.persist).toBe('public')
  expect(providerGamesQuery({ text: 'lotus' }).meta?.persist).toBeUndefined()
})

it('searches for no more letters than the server takes', async () => {
  answerApi({ [`/provider-games?search=${'k'.repeat(60)}`]: { games: [], total: 0, next: null } })
  const found = new QueryClient().fetchInfiniteQuery(providerGamesQuery({ text: 'k'.repeat(80) }))
  await expect(found).resolves.toMatchObject({ pages: [{ total: 0 }] })
})

it('finds without a connection what any list has loaded', () => {
  const client = new QueryClient()
  const keep = (filter: ProviderGamesFilter, games: ProviderGame[]) =>
    client.setQueryData(providerGamesQuery(filter).queryKey, {
      pages: [{ games, total: games.length, next: null }],
      pageParams: [null],
    })
  keep({}, [game('Lotus Wheel'), { ...game('Lotus Live'), category: 'live' }])
  keep({ category: 'slots' }, [game('Lotus Wheel'), game('River')])
  const found = (filter: ProviderGamesFilter) => loadedGames(client, filter).map(({ code }) => code)
  expect(found({ category: 'slots' })).toEqual(['Lotus Wheel', 'River'])
  expect(found({ text: 'lotus' })).toEqual(['Lotus Wheel', 'Lotus Live'])
  expect(found({ provider: 'other' })).toEqual([])
})

it('puts own games and those of others into one grid, each row with a key of its own', () => {
  const rows = tileRows([buildGame('dice'), buildGame('mines'), game('dice'), game('mines')], 2)
  expect(rows.map(({ key }) => key)).toEqual(['dice', 'demo/dice'])
})
