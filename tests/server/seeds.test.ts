import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PLAY_GAMES, SHARED_GAMES } from '#rules/play-games.ts'
import { CATEGORIES, PROVIDER } from '#server/catalogue/categories.seed.ts'
import { ORIGINALS } from '#server/catalogue/games.seed.ts'
import { PROMOTIONS } from '#server/promotions/promotions.seed.ts'

function chinese(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'zh-CN' ? [String(inner)] : chinese(inner)))
}

const SEEDS = [PROVIDER, CATEGORIES, ORIGINALS, PROMOTIONS]

describe('seeded texts', () => {
  it('are written in Chinese with Chinese punctuation', () => {
    const texts = chinese(SEEDS)
    expect(texts.length).toBeGreaterThan(80)
    for (const text of texts) {
      expect(text).toMatch(/\p{Script=Han}/u)
      expect(text).not.toMatch(/\p{Script=Han}\s*[,;:?!()]|[,;:?!(]\s*\p{Script=Han}/u)
    }
  })

  it('give every game three to five rules', () => {
    for (const { slug, rules } of ORIGINALS) {
      expect(rules.length, slug).toBeGreaterThanOrEqual(3)
      expect(rules.length, slug).toBeLessThanOrEqual(5)
    }
  })

  it('name the playable games, each with a cover and a text in the docs', () => {
    const playable = ORIGINALS.filter(({ status }) => status === 'playable')
    expect(playable.map(({ slug }) => slug).sort()).toEqual([...PLAY_GAMES, ...SHARED_GAMES].sort())
    const [readme, games] = ['README.md', 'docs/games.md'].map((file) => readFileSync(file, 'utf8'))
    const [, returns] = games?.split('## What comes back') ?? []
    for (const { slug, name } of ORIGINALS) {
      expect(existsSync(`public/covers/${slug}.svg`), `public/covers/${slug}.svg`).toBe(true)
      expect(readme, 'README.md').toContain(name['en-US'])
      expect(games, 'docs/games.md').toContain(name['en-US'])
      expect(returns, 'docs/games.md, What comes back').toContain(name['en-US'])
    }
  })

  it('use only existing categories', () => {
    const known = CATEGORIES.map(({ slug }) => slug)
    for (const { categories } of ORIGINALS) expect(known).toEqual(expect.arrayContaining([...categories]))
  })
})
