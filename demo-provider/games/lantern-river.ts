import type { Random } from './random.ts'

export const SYMBOLS = [
  'lantern',
  'koi',
  'turtle',
  'heron',
  'lotus',
  'frog',
  'reed',
  'pebble',
  'wild',
  'moon',
] as const
export type ReelSymbol = (typeof SYMBOLS)[number]

export const ROWS = 3

/** One letter a stop. */
const LETTERS: Readonly<Record<string, ReelSymbol>> = {
  L: 'lantern',
  k: 'koi',
  t: 'turtle',
  h: 'heron',
  o: 'lotus',
  f: 'frog',
  r: 'reed',
  p: 'pebble',
  w: 'wild',
  m: 'moon',
}

const STRIPS = [
  'LfptorkpfhotrpmLfkhoprtfpokrhm',
  'rhfwpLtokrfhpomtfwkpLrohftpomk',
  'pokrmhfpotwLkfrphomtfpkorwhLft',
  'wfLptokrfhmpotwfLkrpohtfmpokrh',
  'mkrhfpwotLkfrhpomtfkpwroLhftpo',
] as const

export const REELS: readonly (readonly ReelSymbol[])[] = STRIPS.map((strip) =>
  Array.from(strip, (letter) => LETTERS[letter] ?? 'pebble'),
)

/** The row of each reel that a line goes through. */
export const LINES = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [0, 0, 1, 2, 2],
  [2, 2, 1, 0, 0],
  [1, 0, 0, 0, 1],
  [1, 2, 2, 2, 1],
  [1, 0, 1, 2, 1],
] as const

/** In stakes of a line, for 3, 4 and 5 from the left. */
export const LINE_PAYS: Readonly<Partial<Record<ReelSymbol, readonly [number, number, number]>>> = {
  lantern: [50, 250, 2_000],
  koi: [30, 120, 500],
  turtle: [20, 70, 300],
  heron: [15, 50, 200],
  lotus: [12, 30, 100],
  frog: [10, 25, 80],
  reed: [10, 20, 60],
  pebble: [10, 16, 40],
}

/** In whole stakes, for 3, 4 and 5 moons anywhere. */
export const MOON_PAYS = [2, 10, 100] as const

export interface LineWin {
  readonly line: number
  readonly symbol: ReelSymbol
  readonly count: number
  readonly paid: number
}

/** @param stake a multiple of the number of lines */
export function spinReels(stake: number, random: Random) {
  const stops = REELS.map((reel) => random(reel.length))
  return { stops, ...payReels(stake, windowOf(stops)) }
}

/** Columns of what is seen. */
export const windowOf = (stops: readonly number[]): ReelSymbol[][] =>
  REELS.map((reel, at) =>
    Array.from({ length: ROWS }, (_, row) => reel[((stops[at] ?? 0) + row) % reel.length] ?? 'pebble'),
  )

export function payReels(stake: number, seen: readonly (readonly ReelSymbol[])[]) {
  const lineStake = stake / LINES.length
  const wins: LineWin[] = []
  for (const [line, rows] of LINES.entries()) {
    const { symbol, count, times } = payLine(rows.map((row, reel) => seen[reel]?.[row] ?? 'pebble'))
    if (times > 0) wins.push({ line, symbol, count, paid: times * lineStake })
  }
  const moons = seen.flat().filter((symbol) => symbol === 'moon').length
  const moonPaid = (MOON_PAYS[moons - 3] ?? 0) * stake
  const paid = wins.reduce((sum, win) => sum + win.paid, moonPaid)
  return { wins, moons, moonPaid, paid }
}

/** Pays the first symbol from the left; a wild stands for any but the moon, and is never on the first reel. */
export function payLine(symbols: readonly ReelSymbol[]) {
  const symbol = symbols[0] ?? 'pebble'
  let count = 1
  while (count < symbols.length && (symbols[count] === symbol || symbols[count] === 'wild')) count += 1
  const times = LINE_PAYS[symbol]?.[count - 3] ?? 0
  return { symbol, count, times }
}
