import { type Multiplier, multipliersFrom } from '#fair/multiplier.ts'

/** From the rarest to the most frequent. The golden koi stands for every other symbol. */
export const POND_SYMBOLS = ['koi', 'lotus', 'lantern', 'coin', 'frog', 'dragonfly', 'lily-pad'] as const
export type PondSymbol = (typeof POND_SYMBOLS)[number]

/** Multipliers for 3, 4 and 5 equal symbols anywhere on the line. */
export const POND_PAYTABLE: Readonly<Record<PondSymbol, readonly Multiplier[]>> = {
  koi: multipliersFrom([50, 500, 10_000]),
  lotus: multipliersFrom([8, 50, 500]),
  lantern: multipliersFrom([4, 20, 200]),
  coin: multipliersFrom([2.5, 10, 80]),
  frog: multipliersFrom([1.5, 5, 30]),
  dragonfly: multipliersFrom([1.5, 5, 30]),
  'lily-pad': multipliersFrom([1.2, 3, 20]),
}

const LETTERS: Readonly<Record<string, PondSymbol>> = {
  K: 'koi',
  O: 'lotus',
  T: 'lantern',
  C: 'coin',
  F: 'frog',
  D: 'dragonfly',
  L: 'lily-pad',
}

function strip(letters: string): readonly PondSymbol[] {
  return Array.from(letters, (letter) => {
    const symbol = LETTERS[letter]
    if (symbol === undefined) throw new RangeError(`No symbol has the letter ${letter}`)
    return symbol
  })
}

/**
 * The five reels from left to right, 32 stops each from stop 0. Every strip holds 1 koi, 3 lotuses, 4 lanterns, 5
 * coins, 6 frogs, 6 dragonflies and 7 lily pads. All 32⁵ stops together return 98.828%, and 32% of them pay.
 */
export const POND_STRIPS: readonly (readonly PondSymbol[])[] = [
  strip('FTDLCFODFOLCFTCLDFLKDLFCLTDCODTL'),
  strip('DCLDTOCDFLCFKDTLFOLTDFLDCOFCLFTL'),
  strip('CFTLFOLTDFCOFLCDLFODLCFLDKLTDCTD'),
  strip('DLCFLDCOLDFCTDLKCFTLDTLFODFOTLCF'),
  strip('FLCTLFTLOCFDLFTDFOKDLTDCFLCDOLCD'),
]

/**
 * Totals over all 32⁵ combinations of stops: how many win, and the sum they pay, in ten-thousandths of a stake.
 * Constants because counting takes long; a test counts.
 */
export const POND_TOTALS = { combinations: 32 ** 5, winning: 10_723_742, paid: 331_611_070_000 } as const
