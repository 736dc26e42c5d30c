import { describe, expect, it } from 'vitest'
import { CRASH_MAX_TARGET, CRASH_MIN_TARGET, crashReturn } from '#rules/crash/crash.ts'
import { DICE_SIDES, diceReturn, diceTargetRange } from '#rules/dice/dice.ts'
import { FAIR_GAMES } from '#rules/fair-games.ts'
import { HILO_CARDS, hiloCardName, hiloGuesses, hiloReturn } from '#rules/hilo/hilo.ts'
import {
  KENO_PICK_COUNTS,
  KENO_RISKS,
  type KenoPickCount,
  kenoChance,
  kenoMultipliers,
  kenoReturn,
} from '#rules/keno/keno.ts'
import {
  LIMBO_MAX_TARGET,
  LIMBO_MIN_TARGET,
  LIMBO_STEPS,
  limboResult,
  limboReturn,
  limboWinningSteps,
} from '#rules/limbo/limbo.ts'
import { MINES_MAX, MINES_MIN, minesGems, minesReturn } from '#rules/mines/mines.ts'
import { PLINKO_RISKS, PLINKO_ROWS, plinkoMultipliers, plinkoReturn } from '#rules/plinko/plinko.ts'
import { POND_TOTALS } from '#rules/pond-reels/pond-reels-paytable.ts'
import { pondReelsLines, pondReelsReturn, pondReelsWin } from '#rules/pond-reels/pond-reels.ts'
import { WHEEL_RISKS, WHEEL_SEGMENTS, wheelMultipliers, wheelReturn } from '#rules/wheel/wheel.ts'

interface Cell {
  game: string
  name: string
  value: number
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const cells = (game: string, entries: readonly (readonly [string, number])[]): Cell[] =>
  entries.map(([name, value]) => ({ game, name, value }))

/** Hundredths from `min` to `max` inclusive: all up to 20.00, then with growing gaps. */
function targets(min: number, max: number): number[] {
  const chosen = range(min, 2_000)
  for (let target = 2_001; target < max; target = Math.ceil(target * 1.001)) chosen.push(target)
  return [...chosen, max]
}

const CELLS: readonly Cell[] = [
  ...cells(
    'dice',
    DICE_SIDES.flatMap((side) => {
      const { min, max } = diceTargetRange(side)
      return range(min, max).map(
        (target) => [`${side} ${target / 100}`, diceReturn({ side, target })] as const,
      )
    }),
  ),
  ...cells(
    'limbo',
    targets(LIMBO_MIN_TARGET, LIMBO_MAX_TARGET).map((target) => [
      `${target / 100}×`,
      limboReturn({ target }),
    ]),
  ),
  ...cells(
    'crash',
    targets(CRASH_MIN_TARGET, CRASH_MAX_TARGET).map((target) => [
      `${target / 100}×`,
      crashReturn({ target }),
    ]),
  ),
  ...cells(
    'mines',
    range(MINES_MIN, MINES_MAX).flatMap((mines) =>
      range(1, minesGems({ mines })).map(
        (gems) => [`${mines} mines ${gems} gems`, minesReturn({ mines }, gems)] as const,
      ),
    ),
  ),
  ...cells(
    'hilo',
    range(0, HILO_CARDS - 1).flatMap((card) =>
      hiloGuesses(card).map((guess) => [`${hiloCardName(card)} ${guess}`, hiloReturn(card, guess)] as const),
    ),
  ),
  ...cells(
    'plinko',
    PLINKO_ROWS.flatMap((rows) =>
      PLINKO_RISKS.map((risk) => [`${rows} ${risk}`, plinkoReturn({ rows, risk })] as const),
    ),
  ),
  ...cells(
    'wheel',
    WHEEL_SEGMENTS.flatMap((segments) =>
      WHEEL_RISKS.map((risk) => [`${segments} ${risk}`, wheelReturn({ segments, risk })] as const),
    ),
  ),
  ...cells(
    'keno',
    KENO_RISKS.flatMap((risk) =>
      KENO_PICK_COUNTS.map((count) => [`${risk} ${count}`, kenoReturn(risk, count)] as const),
    ),
  ),
  ...cells('pond-reels', [['all stops', pondReelsReturn()]]),
]

const percent = (value: number) => `${(value * 100).toFixed(3)}%`

function report(): string {
  const games = [...new Set(CELLS.map(({ game }) => game))]
  const ranges = games.map((game) => {
    const values = CELLS.filter((cell) => cell.game === game).map(({ value }) => value)
    const [min, max] = [Math.min(...values), Math.max(...values)].map(percent)
    return `  ${game.padEnd(11)} ${min} to ${max}  (${values.length} ways to bet)`
  })
  const tables = [
    ['plinko', PLINKO_RISKS, (risk: string) => new RegExp(`^\\d+ ${risk}$`), 'rows 8 to 16'],
    ['wheel', WHEEL_RISKS, (risk: string) => new RegExp(`^\\d+ ${risk}$`), '10 to 50 segments'],
    ['keno', KENO_RISKS, (risk: string) => new RegExp(`^${risk} \\d+$`), '1 to 10 picks'],
  ] as const
  const rows = tables.flatMap(([game, risks, pattern, columns]) => [
    `  ${game}, ${columns}`,
    ...risks.map((risk: string) => {
      const found = CELLS.filter((cell) => cell.game === game && pattern(risk).test(cell.name))
      return `    ${risk.padEnd(8)} ${found.map(({ value }) => (value * 100).toFixed(3)).join(' ')}`
    }),
  ])
  return ['Return to player, by enumeration', ...ranges, ...rows].join('\n')
}

describe('return to player', () => {
  it('covers every game', () => {
    expect(new Set(CELLS.map(({ game }) => game))).toEqual(new Set(FAIR_GAMES))
  })

  it('is between 98.9% and 99.4% for every bet', () => {
    console.log(report())
    const outside = CELLS.filter(
      ({ game, value }) => game !== 'pond-reels' && !(value >= 0.989 && value <= 0.994),
    )
    expect(outside.map(({ game, name, value }) => `${game} ${name}: ${percent(value)}`)).toEqual([])
  })

  it('is between 96% and 99% for the slot', () => {
    expect(pondReelsReturn()).toBeGreaterThanOrEqual(0.96)
    expect(pondReelsReturn()).toBeLessThanOrEqual(0.99)
  })

  it('of limbo is the same from the winning steps as from all steps', () => {
    const hits = new Map([101, 150, 198, 200, 352, 1_000, 9_900, 1_600_000].map((target) => [target, 0]))
    for (let step = 0; step < LIMBO_STEPS; step += 1) {
      const result = limboResult(step)
      for (const [target, count] of hits) if (result >= target) hits.set(target, count + 1)
    }
    for (const [target, count] of hits) expect(limboWinningSteps({ target }), `${target}`).toBe(count)
  })
})

describe('payout tables', () => {
  it('of plinko are symmetric, with the highest payouts at the edges', () => {
    for (const rows of PLINKO_ROWS) {
      for (const risk of PLINKO_RISKS) {
        const multipliers = plinkoMultipliers({ rows, risk })
        expect(multipliers).toHaveLength(rows + 1)
        expect(multipliers.toReversed()).toEqual([...multipliers])
        const half = multipliers.slice(0, Math.ceil(multipliers.length / 2))
        expect(
          half.toSorted((a, b) => b - a),
          `${rows} ${risk}`,
        ).toEqual(half)
      }
    }
  })

  it('of the wheel have a multiplier for every segment', () => {
    for (const segments of WHEEL_SEGMENTS) {
      for (const risk of WHEEL_RISKS) expect(wheelMultipliers({ segments, risk })).toHaveLength(segments)
    }
  })

  it('of keno pay more for more hits, and their chances add up to 1', () => {
    const total = (count: KenoPickCount) =>
      range(0, count).reduce((sum, hits) => sum + kenoChance(count, hits), 0)
    for (const count of KENO_PICK_COUNTS) {
      expect(total(count)).toBeCloseTo(1, 12)
      for (const risk of KENO_RISKS) {
        const multipliers = kenoMultipliers(risk, count)
        expect(multipliers).toHaveLength(count + 1)
        expect(
          multipliers.toSorted((a, b) => a - b),
          `${risk} ${count}`,
        ).toEqual(multipliers)
      }
    }
  })

  it('of Pond Reels cover all 32⁵ stops, and a winning line pays at least its stake', () => {
    const lines = pondReelsLines()
    const total = (part: (line: (typeof lines)[number]) => number) =>
      lines.reduce((sum, line) => sum + line.combinations * part(line), 0)
    expect({
      combinations: total(() => 1),
      winning: total(({ line }) => (pondReelsWin(line) ? 1 : 0)),
      paid: total(({ line }) => pondReelsWin(line)?.multiplier ?? 0),
    }).toEqual(POND_TOTALS)
    expect(POND_TOTALS.combinations).toBe(32 ** 5)
    for (const { line } of lines)
      expect(pondReelsWin(line)?.multiplier ?? 10_000).toBeGreaterThanOrEqual(10_000)
    expect(pondReelsWin(['koi', 'frog', 'lily-pad', 'koi', 'lantern'])).toEqual({
      symbol: 'lantern',
      count: 3,
      multiplier: 40_000,
    })
    expect(pondReelsWin(['koi', 'koi', 'lily-pad', 'koi', 'lily-pad'])?.symbol).toBe('koi')
    expect(pondReelsWin(['koi', 'frog', 'lily-pad', 'coin', 'lantern'])).toBeUndefined()
  })
})
