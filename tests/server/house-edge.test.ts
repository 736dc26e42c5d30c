import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ORIGINALS } from '#server/catalogue/games.seed.ts'

// The tables of the field, as the engines of these games will use them.
const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`payouts/${name}.json`, import.meta.url), 'utf8'))
const Rows = v.record(v.string(), v.record(v.string(), v.array(v.number())))
const PLINKO = v.parse(Rows, read('plinko'))
const WHEEL = v.parse(Rows, read('wheel'))
const KENO = v.parse(
  v.record(v.string(), v.record(v.string(), v.record(v.string(), v.number()))),
  read('keno'),
)

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0
  let result = 1
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i
  return result
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)

/** Return to player of every table, by name. */
function plinkoReturns(): Map<string, number> {
  return new Map(
    Object.entries(PLINKO).flatMap(([rows, risks]) =>
      Object.entries(risks).map(([risk, pays]) => {
        expect(pays).toHaveLength(Number(rows) + 1)
        const total = sum(pays.map((pay, slot) => pay * choose(Number(rows), slot)))
        return [`${rows} ${risk}`, total / 2 ** Number(rows)] as const
      }),
    ),
  )
}

function wheelReturns(): Map<string, number> {
  return new Map(
    Object.entries(WHEEL).flatMap(([segments, risks]) =>
      Object.entries(risks).map(([risk, pays]) => {
        expect(pays).toHaveLength(Number(segments))
        return [`${segments} ${risk}`, sum(pays) / pays.length] as const
      }),
    ),
  )
}

function kenoReturns(): Map<string, number> {
  return new Map(
    Object.entries(KENO).flatMap(([risk, picks]) =>
      Object.entries(picks).map(([picked, pays]) => {
        const p = Number(picked)
        const chance = (hits: number) => (choose(p, hits) * choose(40 - p, 10 - hits)) / choose(40, 10)
        const total = sum(Object.entries(pays).map(([hits, pay]) => pay * chance(Number(hits))))
        return [`${risk} ${picked}`, total] as const
      }),
    ),
  )
}

/** The edge range of a set of tables in basis points, widened to whole ones so that it promises too little. */
function edgeOf(returns: Map<string, number>) {
  const edges = [...returns.values()].map((rtp) => (1 - rtp) * 10_000)
  // Sums of floats end a hair beside whole numbers.
  const hair = 1e-6
  return {
    minBps: Math.floor(Math.min(...edges) + hair),
    maxBps: Math.ceil(Math.max(...edges) - hair),
  }
}

const seeded = (slug: string) => ORIGINALS.find((game) => game.slug === slug)?.houseEdge

describe('house edges of the catalogue', () => {
  it.each([
    ['plinko', plinkoReturns, 36],
    ['keno', kenoReturns, 40],
    ['wheel', wheelReturns, 15],
  ])('%s: the range found by enumerating every table', (slug, returns, tables) => {
    expect(returns().size).toBe(tables)
    expect(seeded(slug)).toEqual(edgeOf(returns()))
    expect(Math.max(...returns().values())).toBeLessThan(1)
  })

  it('names the tables outside 98.9–99.4%, so that a change of them is noticed', () => {
    const outside = (returns: Map<string, number>) =>
      [...returns].filter(([, rtp]) => rtp < 0.989 - 1e-9 || rtp > 0.994 + 1e-9).map(([name]) => name)
    expect(outside(plinkoReturns())).toEqual([])
    expect(outside(wheelReturns())).toEqual([])
    expect(outside(kenoReturns())).toEqual([
      'low 1',
      'low 2',
      'low 3',
      'low 10',
      'medium 1',
      'medium 2',
      'medium 4',
      'medium 6',
      'high 2',
      'high 5',
    ])
  })

  it('is 1% where the scheme’s factor 0.99 is all there is, and the slot’s limits', () => {
    for (const slug of ['dice', 'mines', 'crash', 'limbo', 'hilo']) {
      expect(seeded(slug), slug).toEqual({ minBps: 100, maxBps: 100 })
    }
    expect(seeded('pond-reels')).toEqual({ minBps: 100, maxBps: 400 })
  })
})
