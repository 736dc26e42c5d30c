import { describe, expect, it } from 'vitest'
import { normalizeName, searchGames } from '#features/games/browse/filter-games.ts'
import { buildGame } from './game-builder.ts'

const named = (slug: string, en: string, zh = en) => buildGame(slug, { name: { 'en-US': en, 'zh-CN': zh } })
const slugs = (games: readonly { slug: string }[]) => games.map(({ slug }) => slug)

describe('normalizeName', () => {
  it.each([
    ['  Dice ', 'dice'],
    ['Ｐｌｉｎｋｏ', 'plinko'],
    ['Café Olé', 'cafe ole'],
    ['Koi’s  "Pond"—Reels', 'koi s pond reels'],
    ['锦鲤老虎机', '锦鲤老虎机'],
  ])('normalizes %j', (text, expected) => {
    expect(normalizeName(text)).toBe(expected)
  })
})

describe('searchGames', () => {
  const games = [
    named('underline', 'Supermines'),
    named('word', 'Deep Mines', '深海扫雷'),
    named('prefix', 'Mines', '扫雷'),
    named('dice', 'Dice', '骰子'),
    named('all-words', 'Reels of the Pond'),
    named('phrase', 'Pond Reels'),
  ]

  it('ranks the start of the name over the start of a word over any other place', () => {
    expect(slugs(searchGames(games, 'mines'))).toEqual(['prefix', 'word', 'underline'])
  })

  it('puts games with the phrase before games that only contain all words', () => {
    expect(slugs(searchGames(games, 'pond reels'))).toEqual(['phrase', 'all-words'])
  })

  it('finds Chinese names in every language', () => {
    expect(slugs(searchGames(games, '扫雷'))).toEqual(['prefix', 'word'])
    expect(slugs(searchGames(games, '骰'))).toEqual(['dice'])
  })

  it('ignores case, width and accents', () => {
    expect(slugs(searchGames(games, 'ＤÍCE'))).toEqual(['dice'])
  })

  it('keeps the order within a rank', () => {
    const alike = [named('b', 'Koi B'), named('a', 'Koi A')]
    expect(slugs(searchGames(alike, 'koi'))).toEqual(['b', 'a'])
  })

  it('returns everything for an empty query and nothing for punctuation', () => {
    expect(searchGames(games, '  ')).toHaveLength(games.length)
    expect(searchGames(games, '***')).toEqual([])
    expect(searchGames(games, 'zzz')).toEqual([])
  })
})
