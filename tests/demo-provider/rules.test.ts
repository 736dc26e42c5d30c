import { describe, expect, it } from 'vitest'
import { findGame } from '../../demo-provider/catalogue.ts'
import {
  bankerDraws,
  DECKS,
  dealHand,
  payBaccarat,
  pointsOf,
  shuffledShoe,
  totalOf,
  type BaccaratSpot,
  type Card,
} from '../../demo-provider/games/baccarat.ts'
import {
  LINES,
  MOON_PAYS,
  payLine,
  payReels,
  REELS,
  SYMBOLS,
  windowOf,
  type ReelSymbol,
} from '../../demo-provider/games/lantern-river.ts'
import { spinWheel, WHEEL, WHEEL_SPOTS } from '../../demo-provider/games/lotus-wheel.ts'

const listed = (code: string) => findGame(code)?.rtp
/** In percent with two digits, as lists tell it. */
const percent = (share: number) => Math.round(share * 10_000) / 100

/** Deals this way round: player, banker, player, banker, then third cards. */
const cardsOf = (...points: number[]) => {
  const cards = points.map((point): Card => (point === 0 ? 9 : point - 1))
  return () => cards.shift() ?? 0
}

describe('the wheel', () => {
  it('has each spot as often as it says, and gives back the listed share on every one', () => {
    for (const { spot, times, segments } of WHEEL_SPOTS) {
      expect(WHEEL.filter((each) => each === spot)).toHaveLength(segments)
      const stake = 10_000
      const paid = WHEEL.map((_, segment) => spinWheel({ [spot]: stake }, () => segment).paid)
      expect(paid.filter((each) => each > 0)).toEqual(Array(segments).fill(stake * times))
      expect(percent(paid.reduce((sum, each) => sum + each, 0) / (stake * WHEEL.length))).toBe(
        listed('lotus-wheel'),
      )
    }
  })

  it('pays only what the segment shows', () => {
    const leaf = WHEEL.indexOf('leaf')
    expect(spinWheel({ koi: 10_000, leaf: 20_000 }, () => leaf)).toEqual({
      segment: leaf,
      spot: 'leaf',
      paid: 40_000,
    })
  })
})

describe('the reels', () => {
  it('give back the listed share', () => {
    const chances = REELS.map((reel) =>
      SYMBOLS.map((symbol) => [symbol, reel.filter((each) => each === symbol).length / reel.length] as const),
    )
    const ofLine = (seen: readonly ReelSymbol[], chance: number): number => {
      const next = chances[seen.length]
      if (!next) return chance * payLine(seen).times
      return next.reduce(
        (sum, [symbol, each]) => (each === 0 ? sum : sum + ofLine([...seen, symbol], chance * each)),
        0,
      )
    }
    // A window shows a moon or none, as none is near another.
    const moons = REELS.reduce(
      (counts, reel) => {
        const chance = (3 * reel.filter((each) => each === 'moon').length) / reel.length
        return [...counts, 0].map((each, n) => each * (1 - chance) + (counts[n - 1] ?? 0) * chance)
      },
      [1],
    )
    const ofMoons = MOON_PAYS.reduce((sum, times, n) => sum + times * (moons[n + 3] ?? 0), 0)
    expect(percent(ofLine([], 1) + ofMoons)).toBe(listed('lantern-river'))
  })

  it('show a moon at most once in each window, and no wild on the first', () => {
    for (const [at, reel] of REELS.entries()) {
      for (const stop of reel.keys()) {
        const column = windowOf(REELS.map((_, nth) => (nth === at ? stop : 0)))[at] ?? []
        expect(column.filter((symbol) => symbol === 'moon').length).toBeLessThan(2)
      }
    }
    expect(REELS[0]).not.toContain('wild')
  })

  it('pay lines from the left with wilds, and moons anywhere', () => {
    expect(payLine(['koi', 'wild', 'koi', 'frog', 'koi'])).toEqual({ symbol: 'koi', count: 3, times: 30 })
    expect(payLine(['frog', 'koi', 'koi', 'koi', 'koi']).times).toBe(0)
    expect(payLine(['moon', 'wild', 'wild', 'wild', 'wild']).times).toBe(0)
    const column = (...symbols: ReelSymbol[]) => symbols
    const seen = [
      column('moon', 'koi', 'reed'),
      column('frog', 'koi', 'moon'),
      column('lotus', 'wild', 'reed'),
      column('moon', 'heron', 'lotus'),
      column('frog', 'heron', 'turtle'),
    ]
    const { wins, moonPaid, paid } = payReels(100_000, seen)
    expect(wins).toEqual([expect.objectContaining({ line: 0, symbol: 'koi', count: 3, paid: 300_000 })])
    expect(moonPaid).toBe(200_000)
    expect(paid).toBe(500_000)
  })

  it('never pay a part of a unit', () => {
    for (let stop = 0; stop < 30; stop += 1) {
      const { paid } = payReels(10_000, windowOf([stop, (stop * 7) % 30, (stop * 11) % 30, stop, stop]))
      expect(Number.isInteger(paid)).toBe(true)
    }
    expect(10_000 % LINES.length).toBe(0)
  })
})

describe('baccarat', () => {
  it('draws third cards by the rules', () => {
    const drawn = (...points: number[]) => {
      const { player, banker } = dealHand(cardsOf(...points))
      return [player.length, banker.length]
    }
    // A natural of either side ends the hand.
    expect(drawn(4, 2, 4, 3, 9, 9)).toEqual([2, 2])
    expect(drawn(1, 4, 1, 5, 9, 9)).toEqual([2, 2])
    // Player stands with 6 or 7: Banker draws up to 5.
    expect(drawn(3, 2, 3, 3, 9)).toEqual([2, 3])
    expect(drawn(3, 3, 3, 3)).toEqual([2, 2])
    // Player draws with 5.
    expect(drawn(2, 0, 3, 7, 1)).toEqual([3, 2])
    const table = [
      [3, [0, 1, 2, 3, 4, 5, 6, 7, 9]],
      [4, [2, 3, 4, 5, 6, 7]],
      [5, [4, 5, 6, 7]],
      [6, [6, 7]],
      [7, []],
      [2, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ] as const
    for (const [total, thirds] of table) {
      expect(Array.from(Array(10).keys()).filter((third) => bankerDraws(total, third))).toEqual(thirds)
    }
  })

  it('counts points, and pays with a commission of a twentieth', () => {
    expect(totalOf([12, 9, 8])).toBe(9)
    expect(payBaccarat({ banker: 10_000 }, 'banker')).toBe(19_500)
    expect(payBaccarat({ player: 10_000, tie: 10_000 }, 'player')).toBe(20_000)
    expect(payBaccarat({ player: 10_000, banker: 30_000, tie: 10_000 }, 'tie')).toBe(130_000)
    expect(payBaccarat({ player: 10_000 }, 'banker')).toBe(0)
  })

  it('gives back the listed shares from a full shoe', () => {
    const left = [DECKS * 16, ...Array<number>(9).fill(DECKS * 4)]
    const size = DECKS * 52
    const chances: Record<BaccaratSpot, number> = { player: 0, banker: 0, tie: 0 }
    /** Deals every possible next card. */
    const each = (depth: number, chance: number, go: (point: number, chance: number) => void) => {
      for (const [point, count] of left.entries()) {
        left[point] = count - 1
        go(point, (chance * count) / (size - depth))
        left[point] = count
      }
    }
    const end = (player: number, banker: number, chance: number) => {
      chances[player === banker ? 'tie' : player > banker ? 'player' : 'banker'] += chance
    }
    // The order of the first four does not matter: both of one side come first.
    each(0, 1, (p1, c1) =>
      each(1, c1, (p2, c2) =>
        each(2, c2, (b1, c3) =>
          each(3, c3, (b2, c4) => {
            const [player, banker] = [(p1 + p2) % 10, (b1 + b2) % 10]
            if (player >= 8 || banker >= 8) return end(player, banker, c4)
            const bank = (total: number, third: number | null, depth: number, chance: number) =>
              bankerDraws(banker, third)
                ? each(depth, chance, (b3, c) => end(total, (banker + b3) % 10, c))
                : end(total, banker, chance)
            if (player > 5) return bank(player, null, 4, c4)
            each(4, c4, (p3, c5) => bank((player + p3) % 10, p3, 5, c5))
          }),
        ),
      ),
    )
    const share = (spot: BaccaratSpot) =>
      (['player', 'banker', 'tie'] as const).reduce(
        (sum, winner) => sum + (chances[winner] * payBaccarat({ [spot]: 10_000 }, winner)) / 10_000,
        0,
      )
    expect(percent(share('banker'))).toBe(listed('koi-baccarat'))
    expect(percent(share('player'))).toBe(98.76)
    expect(percent(share('tie'))).toBe(85.64)
  })

  it('shuffles all cards of eight decks', () => {
    const shoe = shuffledShoe((below) => Math.floor(below / 2))
    expect(shoe).toHaveLength(416)
    for (let card = 0; card < 52; card += 1) expect(shoe.filter((each) => each === card)).toHaveLength(8)
    expect(pointsOf(0)).toBe(1)
    expect(pointsOf(51)).toBe(0)
  })
})
