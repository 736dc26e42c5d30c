import type { Multiplier } from '#fair/multiplier.ts'
import type { Returns } from './returns-of.ts'
import { type CellBets, sumChances } from './spectrum.ts'

// How one's results compare with all the ways in which the same bets could have ended. Stakes are in units of 10⁻⁸
// dollars and payouts in units of 10⁻¹², so that a stake times a multiplier is exact. Only chances, and where they stand
// on the grid, are floating-point numbers.

export interface LuckBets {
  readonly returns: Returns
  /** In units of 10⁻⁸ dollars. */
  readonly stake: bigint
  readonly count: number
}

export interface Luck {
  /** 0 to 1: the share of all ways that pay less, and half of those that pay the same. */
  readonly place: number
  /**
   * Results that differ by no more than this count as the same, in units of 10⁻¹² dollars; 0 where every way was
   * counted by itself.
   */
  readonly tolerance: number
  readonly curve: Curve
}

/** Chances by what is paid, smoothed for drawing. */
export interface Curve {
  /** In units of 10⁻¹² dollars: what the first and the last point pay. */
  readonly from: number
  readonly to: number
  /** At equal distances; the highest is 1. */
  readonly heights: readonly number[]
}

const MAX_CELLS = 2 ** 17
/** Sums above the mean by more than this many standard deviations are left out, unless the own one is there. */
const DEVIATIONS = 4
/** Highest chance that rounding to cells moves a sum by more than half of `tolerance`. */
const UNSURE = 1e-3

/** @param paid what all the bets paid, in units of 10⁻¹² dollars */
export function luckOf(bets: readonly LuckBets[], paid: bigint): Luck {
  const chances = chancesOf(bets, paid)
  return {
    place: chances.placeOf(paid),
    tolerance: chances.tolerance,
    curve: curveOf(chances, Number(paid)),
  }
}

export interface Chances extends Pick<Luck, 'tolerance'> {
  /** One for each cell of the grid. */
  readonly cells: Float64Array
  /** In units of 10⁻¹² dollars. */
  readonly width: number
  placeOf(paid: bigint): number
}

/** @param highest the highest payout that is asked for */
export function chancesOf(bets: readonly LuckBets[], highest: bigint): Chances {
  const values = merged(bets)
  const { mean, variance } = momentsOf(values)
  const reach = Math.max(Number(highest), mean + DEVIATIONS * Math.sqrt(variance))
  const unit = values.reduce(
    (shared, { pays }) => pays.reduce((a, { value }) => divisor(a, value), shared),
    0n,
  )
  const isExact = reach < Number(unit) * (MAX_CELLS - 2)
  const width = isExact ? Number(unit) : reach / (MAX_CELLS - 2)
  const size = 2 ** Math.ceil(Math.log2(reach / width + 2))
  const cellOf = (value: bigint) => (isExact ? Number(value / unit) : Number(value) / width)
  const placed = values.map((each) => onGrid(each, cellOf, size))
  const cells = sumChances(placed, size)
  const below = new Float64Array(size + 1)
  cells.forEach((chance, cell) => (below[cell + 1] = (below[cell] ?? 0) + chance))
  /** The chance of less than `count` cells. */
  const chanceBelow = (count: number) => below[Math.min(Math.max(count, 0), size)] ?? 0
  const slack = isExact ? 0 : slackOf(placed)
  return {
    cells,
    width,
    tolerance: 2 * slack * width,
    placeOf(paid) {
      const at = cellOf(paid)
      const least = chanceBelow(Math.ceil(at - slack))
      const most = chanceBelow(Math.floor(at + slack) + 1)
      return Math.min(1, (least + most) / 2)
    },
  }
}

interface Pay {
  /** In units of 10⁻¹² dollars. */
  readonly value: bigint
  readonly chance: number
}
interface EqualBets {
  readonly count: number
  readonly lost: number
  /** Without those that pay nothing. */
  readonly pays: readonly Pay[]
}

/** Bets with the same chances of the same payouts are one, whatever their game; the most frequent come first. */
function merged(bets: readonly LuckBets[]): EqualBets[] {
  const equal = new Map<string, EqualBets>()
  for (const { returns, stake, count } of bets) {
    const { total, ways } = returns
    const key = `${stake} ${total} ${[...ways].join(' ')}`
    const known = equal.get(key)
    if (known) {
      equal.set(key, { ...known, count: known.count + count })
      continue
    }
    const pays = [...ways]
      .filter(([multiplier]) => multiplier > 0)
      .map(([multiplier, each]) => ({ value: payOf(stake, multiplier), chance: each / total }))
    equal.set(key, { count, lost: (ways.get(0) ?? 0) / total, pays })
  }
  return [...equal.values()].sort((a, b) => b.count - a.count)
}

const payOf = (stake: bigint, multiplier: Multiplier) => stake * BigInt(multiplier)

function momentsOf(bets: readonly EqualBets[]): { readonly mean: number; readonly variance: number } {
  let [mean, variance] = [0, 0]
  for (const { count, pays } of bets) {
    const own = pays.reduce((sum, { value, chance }) => sum + chance * Number(value), 0)
    const squares = pays.reduce((sum, { value, chance }) => sum + chance * Number(value) ** 2, 0)
    mean += count * own
    variance += count * (squares - own ** 2)
  }
  return { mean, variance: Math.max(0, variance) }
}

function divisor(a: bigint, b: bigint): bigint {
  while (b > 0n) [a, b] = [b, a % b]
  return a
}

function onGrid({ count, lost, pays }: EqualBets, cellOf: (value: bigint) => number, size: number): CellBets {
  return {
    count,
    lost,
    returns: pays.flatMap(({ value, chance }) => {
      const place = cellOf(value)
      const cell = Math.floor(place)
      return cell < size ? [{ cell, beyond: place - cell, chance }] : []
    }),
  }
}

/**
 * By how many cells rounding moves a sum: a payout is rounded up or down at random, so that its mean stays, which
 * Bernstein's inequality bounds.
 */
function slackOf(bets: readonly CellBets[]): number {
  const variance = bets.reduce(
    (sum, { count, returns }) =>
      sum + count * returns.reduce((own, { beyond, chance }) => own + chance * beyond * (1 - beyond), 0),
    0,
  )
  const size = Math.log(2 / UNSURE)
  return size / 3 + Math.sqrt((size / 3) ** 2 + 2 * size * variance)
}

const POINTS = 96
/** Points over which a chance is spread, so that single ways do not stand as needles. */
const SPREAD = 4
/** The share of all ways left out at either end. */
const END = 0.003

function curveOf({ cells, width }: Chances, paid: number): Curve {
  let [first, last, sum] = [0, 0, 0]
  for (const [cell, chance] of cells.entries()) {
    sum += chance
    if (sum < END) first = cell
    if (sum < 1 - END) last = cell + 1
  }
  const low = Math.min(first, paid / width)
  const high = Math.max(last, paid / width, low + 1)
  const margin = (high - low) * 0.12
  const [from, to] = [low - margin, high + margin]
  const step = (to - from) / (POINTS - 1)
  const bins = new Float64Array(POINTS)
  cells.slice(0, last + 1).forEach((chance, cell) => {
    const at = Math.round((cell - from) / step)
    if (at >= 0 && at < POINTS) bins[at] = (bins[at] ?? 0) + chance
  })
  const spread = Array.from({ length: POINTS }, (_, at) =>
    bins.reduce((height, chance, bin) => height + chance * Math.exp(-(((bin - at) / SPREAD) ** 2) / 2), 0),
  )
  const top = Math.max(...spread)
  return { from: from * width, to: to * width, heights: spread.map((height) => height / top) }
}
