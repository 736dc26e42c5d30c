import { describe, expect, it } from 'vitest'
import { CATEGORIES, PROVIDER } from '#server/catalogue/categories.seed.ts'
import { ORIGINALS } from '#server/catalogue/games.seed.ts'
import { PROMOTIONS } from '#server/promotions/promotions.seed.ts'

/** Every Chinese text of a seed. */
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

  it('name only categories there are', () => {
    const known = CATEGORIES.map(({ slug }) => slug)
    for (const { categories } of ORIGINALS) expect(known).toEqual(expect.arrayContaining([...categories]))
  })
})
