import type { GameSummary } from '#contract/games.ts'

export function buildGame(slug: string, changes: Partial<GameSummary> = {}): GameSummary {
  const name = slug.charAt(0).toUpperCase() + slug.slice(1)
  return {
    slug,
    name: { 'en-US': name, 'zh-CN': name },
    tagline: { 'en-US': '', 'zh-CN': '' },
    provider: 'koi-originals',
    categories: ['originals'],
    status: 'soon',
    cover: `/covers/${slug}.svg`,
    colors: ['#ff8a4c', '#b4230a'],
    houseEdge: { minBps: 100, maxBps: 100 },
    topMultiplier: 99_000_000,
    live: false,
    releasedAt: '2026-09-01T00:00:00.000Z',
    ...changes,
  }
}
