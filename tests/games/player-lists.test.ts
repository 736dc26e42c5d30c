// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { followFavourites, toggleFavourite } from '#features/games/favourites.actions.ts'
import {
  FAVOURITES_KEY,
  favourites,
  MAX_FAVOURITES,
  readFavourites,
} from '#features/games/favourites.state.ts'
import { followRecentGames, recordRecentGame } from '#features/games/recent-games.actions.ts'
import {
  MAX_RECENT_GAMES,
  readRecentGames,
  RECENT_GAMES_KEY,
  recentGames,
} from '#features/games/recent-games.state.ts'

const storedBy = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown

beforeEach(() => {
  localStorage.clear()
  favourites.set([])
  recentGames.set([])
})

describe('favourites', () => {
  it('puts the latest mark first and removes marks', () => {
    toggleFavourite('dice')
    toggleFavourite('mines')
    expect(favourites.get()).toEqual(['mines', 'dice'])
    toggleFavourite('dice')
    expect(favourites.get()).toEqual(['mines'])
    expect(storedBy(FAVOURITES_KEY)).toEqual(['mines'])
  })

  it('keeps no more than its limit', () => {
    for (let index = 0; index <= MAX_FAVOURITES; index += 1) toggleFavourite(`game-${index}`)
    expect(favourites.get()).toHaveLength(MAX_FAVOURITES)
    expect(favourites.get()[0]).toBe(`game-${MAX_FAVOURITES}`)
  })

  it.each(['', 'no json', '{"a":1}', 'null', '"dice"'])('reads %j as an empty list', (stored) => {
    localStorage.setItem(FAVOURITES_KEY, stored)
    expect(readFavourites()).toEqual([])
  })

  it('drops invalid slugs and duplicates', () => {
    localStorage.setItem(FAVOURITES_KEY, '["dice",7,"../x","DICE",null,"dice","mines"]')
    expect(readFavourites()).toEqual(['dice', 'mines'])
  })

  it('follows the marks of another tab until it is stopped', () => {
    const stop = followFavourites()
    localStorage.setItem(FAVOURITES_KEY, '["keno"]')
    window.dispatchEvent(new StorageEvent('storage', { key: FAVOURITES_KEY }))
    expect(favourites.get()).toEqual(['keno'])
    stop()
    localStorage.setItem(FAVOURITES_KEY, '[]')
    window.dispatchEvent(new StorageEvent('storage', { key: FAVOURITES_KEY }))
    expect(favourites.get()).toEqual(['keno'])
  })

  it('catches up with marks made while nothing listened', () => {
    localStorage.setItem(FAVOURITES_KEY, '["wheel"]')
    followFavourites()()
    expect(favourites.get()).toEqual(['wheel'])
  })

  it('lasts as long as the page when storage is blocked', () => {
    const getItem = Storage.prototype.getItem
    Storage.prototype.getItem = () => {
      throw new Error('blocked')
    }
    try {
      toggleFavourite('dice')
      followFavourites()()
      expect(favourites.get()).toEqual(['dice'])
    } finally {
      Storage.prototype.getItem = getItem
    }
  })
})

describe('recently opened games', () => {
  it('moves a reopened game to the top', () => {
    recordRecentGame('dice', 1)
    recordRecentGame('mines', 2)
    recordRecentGame('dice', 3)
    expect(recentGames.get()).toEqual([
      { slug: 'dice', openedAt: 3 },
      { slug: 'mines', openedAt: 2 },
    ])
    expect(storedBy(RECENT_GAMES_KEY)).toEqual(recentGames.get())
  })

  it('keeps no more than its limit', () => {
    for (let index = 0; index < MAX_RECENT_GAMES + 3; index += 1) recordRecentGame(`game-${index}`, index)
    expect(recentGames.get()).toHaveLength(MAX_RECENT_GAMES)
  })

  it('reads only valid entries, each game once', () => {
    const stored = [
      { slug: 'dice', openedAt: 5 },
      { slug: 'dice', openedAt: 4 },
      { slug: 'x y', openedAt: 1 },
    ]
    localStorage.setItem(RECENT_GAMES_KEY, JSON.stringify([...stored, { slug: 'keno' }, 'mines', null]))
    expect(readRecentGames()).toEqual([{ slug: 'dice', openedAt: 5 }])
    localStorage.setItem(RECENT_GAMES_KEY, '{')
    expect(readRecentGames()).toEqual([])
  })

  it('follows the games that another tab opens', () => {
    const stop = followRecentGames()
    localStorage.setItem(RECENT_GAMES_KEY, '[{"slug":"limbo","openedAt":9}]')
    window.dispatchEvent(new StorageEvent('storage', { key: RECENT_GAMES_KEY }))
    expect(recentGames.get()).toEqual([{ slug: 'limbo', openedAt: 9 }])
    stop()
  })
})
