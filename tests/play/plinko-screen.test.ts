import { describe, expect, it } from 'vitest'
import { PLINKO_RISKS, PLINKO_ROWS, plinkoMultipliers, type PlinkoStep } from '#rules/plinko/plinko.ts'
import { boardSize, bucketTone, PEG_DISTANCE, plinkoPegs } from '#features/play/plinko/plinko-board.ts'
import { BALL_RADIUS, pegHits, plinkoFlight, restingPlace } from '#features/play/plinko/plinko-flight.ts'

const way = (steps: string) => [...steps] as PlinkoStep[]

describe('the board', () => {
  it.each(PLINKO_ROWS)('with %i rows has a peg on either side of every bucket', (rows) => {
    const pegs = plinkoPegs(rows)
    const { width, height } = boardSize(rows)
    expect(pegs).toHaveLength((rows * (rows + 5)) / 2)
    const lowest = Math.max(...pegs.map(({ y }) => y))
    expect(lowest).toBeLessThan(height)
    const last = pegs.filter(({ y }) => y === lowest).map(({ x }) => x)
    expect(last).toEqual(Array.from({ length: rows + 2 }, (_, index) => index * PEG_DISTANCE))
    expect(last.at(-1)).toBe(width)
  })

  it.each(PLINKO_ROWS)('with %i rows has its buckets side by side from edge to edge', (rows) => {
    for (let bucket = 0; bucket <= rows; bucket += 1) {
      expect(restingPlace(rows, bucket).x).toBeCloseTo((bucket + 0.5) / (rows + 1))
      expect(restingPlace(rows, bucket).y).toBeLessThan(1)
    }
  })
})

describe('a flight', () => {
  it.each([
    ['LLLLLLLL', 0],
    ['RRRRRRRR', 8],
    ['LRLRLRLR', 4],
    ['RRLRRLRRLRRLRRLR', 11],
  ])('along %s ends in bucket %i', (steps, bucket) => {
    const flight = plinkoFlight(way(steps))
    const { x, y } = restingPlace(steps.length, bucket)
    expect(flight.at(-1)).toMatchObject({ at: 1 })
    expect(flight.at(-1)?.x).toBeCloseTo(x)
    expect(flight.at(-1)?.y).toBeCloseTo(y)
    expect(flight[0]).toMatchObject({ at: 0, x: 0.5 })
    const times = flight.map(({ at }) => at)
    expect([...times].sort((a, b) => a - b)).toEqual(times)
  })

  it.each(PLINKO_ROWS)('over %i rows touches one peg per row and crosses none', (rows) => {
    const { width, height } = boardSize(rows)
    const pegs = plinkoPegs(rows)
    const path = way('LRRLRLLRRRLRLLRL'.slice(0, rows))
    let touched = 0
    for (const { x, y, at } of plinkoFlight(path)) {
      const nearest = Math.min(
        ...pegs.map((peg) => Math.hypot(peg.x - x * width, peg.y - y * height) / PEG_DISTANCE),
      )
      expect(nearest).toBeGreaterThan(BALL_RADIUS * 0.75)
      const isTurn = Math.abs(at * (rows + 1) - Math.round(at * (rows + 1))) < 1e-9 && at > 0 && at < 1
      if (isTurn) {
        expect(nearest).toBeCloseTo(BALL_RADIUS + 0.1)
        touched += 1
      }
    }
    expect(touched).toBe(rows)
  })
})

describe('the light of the pegs', () => {
  it('is on at each peg when the ball touches it', () => {
    const path = way('LRRLRLLRRRLR')
    const { width, height } = boardSize(12)
    const pegs = plinkoPegs(12)
    const hits = pegHits(path)
    expect(hits).toHaveLength(12)
    for (const { x, y, at } of hits) {
      expect(Math.min(...pegs.map((peg) => Math.hypot(peg.x - x * width, peg.y - y * height)))).toBeCloseTo(0)
      const ball = plinkoFlight(path).find((point) => Math.abs(point.at - at) < 1e-9)
      expect(ball?.x).toBeCloseTo(x)
      expect(ball?.y).toBeLessThan(y)
    }
  })
})

describe('the colours of the buckets', () => {
  it('mark the best bucket of every board, and mute those that pay less than the stake', () => {
    for (const rows of PLINKO_ROWS) {
      for (const risk of PLINKO_RISKS) {
        const multipliers = plinkoMultipliers({ rows, risk })
        const best = Math.max(...multipliers)
        expect(bucketTone(multipliers[0] ?? 0, best)).toEqual({ tone: 'top', strength: 1 })
        for (const multiplier of multipliers) {
          const { tone, strength } = bucketTone(multiplier, best)
          expect(tone === 'minus').toBe(multiplier < 10_000)
          expect(tone === 'even').toBe(multiplier === 10_000)
          expect(strength).toBeGreaterThanOrEqual(0)
          expect(strength).toBeLessThanOrEqual(1)
        }
      }
    }
  })
})
