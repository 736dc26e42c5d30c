import { describe, expect, it } from 'vitest'
import { standardErrorBps } from '#server/transparency/standard-error.ts'

type Bet = readonly [staked: number, paid: number]

const coinOf = (bets: readonly Bet[], unitUsd = 0.01) => {
  const sum = (of: (bet: Bet) => number) => bets.reduce((all, bet) => all + of(bet), 0)
  return {
    unitUsd,
    staked: BigInt(sum(([staked]) => staked)),
    paid: BigInt(sum(([, paid]) => paid)),
    squares: {
      staked: sum(([staked]) => staked ** 2),
      paid: sum(([, paid]) => paid ** 2),
      products: sum(([staked, paid]) => staked * paid),
    },
  }
}

describe('the standard error of a return', () => {
  it('is that of a mean when all stakes are equal', () => {
    // Half of the bets double: each result is 1 away from the mean of 1, and 0.1 is 1 ÷ √100.
    const bets = Array.from({ length: 100 }, (_, n): Bet => [50, n % 2 ? 100 : 0])
    expect(standardErrorBps(100, [coinOf(bets)])).toBe(Math.round(1_000 * Math.sqrt(100 / 99)))
  })

  it('shrinks with the root of the number of bets', () => {
    const bets = (n: number) =>
      Array.from({ length: n }, (_, at): Bet => [at % 3 ? 10 : 70, at % 5 ? 0 : 200])
    const of = (n: number) => standardErrorBps(n, [coinOf(bets(n))]) ?? 0
    expect(of(300) / of(30_000)).toBeCloseTo(10, 1)
  })

  it('weighs coins by their value', () => {
    const [first, second]: Bet[][] = [
      [
        [10, 0],
        [10, 30],
      ],
      [
        [1_000, 0],
        [1_000, 900],
      ],
    ]
    const apart = standardErrorBps(4, [coinOf(first ?? [], 1), coinOf(second ?? [], 0.01)])
    const asOne = standardErrorBps(4, [
      coinOf([...(first ?? []), ...(second ?? []).map(([a, b]): Bet => [a / 100, b / 100])], 1),
    ])
    expect(apart).toBe(asOne)
    expect(apart).toBeGreaterThan(0)
  })

  it('is unknown before two bets, and while all results are equal', () => {
    expect(standardErrorBps(0, [])).toBeNull()
    expect(standardErrorBps(1, [coinOf([[10, 20]])])).toBeNull()
    expect(
      standardErrorBps(3, [
        coinOf([
          [7, 0],
          [9, 0],
          [8, 0],
        ]),
      ]),
    ).toBeNull()
    expect(
      standardErrorBps(3, [
        coinOf([
          [7, 21],
          [9, 27],
          [8, 24],
        ]),
      ]),
    ).toBeNull()
    expect(
      standardErrorBps(2, [
        coinOf(
          [
            [10, 20],
            [10, 0],
          ],
          0,
        ),
      ]),
    ).toBeNull()
  })
})
