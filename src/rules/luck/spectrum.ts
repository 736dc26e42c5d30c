/** A payout that is not a whole number of cells counts partly for the next one, so that its mean stays exact. */
export interface CellReturn {
  readonly cell: number
  /** 0 to 1: the part that falls to the next cell. */
  readonly beyond: number
  readonly chance: number
}

/** Equal bets. Payouts of nothing and payouts beyond the grid have no `CellReturn`. */
export interface CellBets {
  readonly count: number
  readonly lost: number
  readonly returns: readonly CellReturn[]
}

/** Sums beyond the grid come back at its start, weakened by this. */
const TILT = 1e-5
/** The square of a size that adds nothing to any chance. */
const NOTHING = 1e-26

/**
 * The chance of each sum of independent bets, by their Fourier transform: the transforms multiply. Chances fall by
 * `TILT` over the grid during the computation, because sums beyond its end would wrap around to its beginning.
 *
 * @param cells a power of two
 */
export function sumChances(bets: readonly CellBets[], cells: number): Float64Array {
  const fall = Math.log(TILT) / cells
  const tilted = bets.map(({ count, lost, returns }) => ({
    count,
    lost,
    cell: Int32Array.from(returns, (each) => each.cell),
    here: Float64Array.from(returns, (each) => each.chance * (1 - each.beyond) * Math.exp(fall * each.cell)),
    next: Float64Array.from(returns, (each) => each.chance * each.beyond * Math.exp(fall * (each.cell + 1))),
  }))
  const cos = Float64Array.from({ length: cells }, (_, at) => Math.cos((2 * Math.PI * at) / cells))
  const sin = Float64Array.from({ length: cells }, (_, at) => Math.sin((2 * Math.PI * at) / cells))
  const real = new Float64Array(cells)
  const imaginary = new Float64Array(cells)
  const mask = cells - 1
  for (let frequency = 0; frequency <= cells / 2; frequency += 1) {
    const stepRe = cos[frequency] ?? 0
    const stepIm = sin[frequency] ?? 0
    let re = 1
    let im = 0
    for (const { count, lost, cell, here, next } of tilted) {
      let ofOneRe = lost
      let ofOneIm = 0
      for (let each = 0; each < cell.length; each += 1) {
        // The low bits of the product, which are all that count, survive its overflow.
        const turn = Math.imul(frequency, cell[each] ?? 0) & mask
        const c = cos[turn] ?? 0
        const s = sin[turn] ?? 0
        const more = next[each] ?? 0
        const partRe = (here[each] ?? 0) + more * stepRe
        const partIm = more * stepIm
        ofOneRe += partRe * c - partIm * s
        ofOneIm += partRe * s + partIm * c
      }
      for (let left = count; left > 0; left >>= 1) {
        if (left & 1) {
          const before = re
          re = before * ofOneRe - im * ofOneIm
          im = before * ofOneIm + im * ofOneRe
        }
        const once = ofOneRe
        ofOneRe = once * once - ofOneIm * ofOneIm
        ofOneIm *= 2 * once
      }
      if (re * re + im * im < NOTHING) {
        re = 0
        im = 0
        break
      }
    }
    real[frequency] = re
    imaginary[frequency] = im
    if (frequency > 0 && frequency < cells / 2) {
      real[cells - frequency] = re
      imaginary[cells - frequency] = -im
    }
  }
  transform(real, imaginary, cos, sin)
  return real.map((chance, at) => Math.max(0, (chance / cells) * Math.exp(-fall * at)))
}

/** The fast Fourier transform in place (Cooley and Tukey), with the sign that inverts `sumChances`. */
function transform(re: Float64Array, im: Float64Array, cos: Float64Array, sin: Float64Array): void {
  const cells = re.length
  for (let at = 1, mirrored = 0; at < cells; at += 1) {
    let bit = cells >> 1
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit
    mirrored ^= bit
    if (at < mirrored) {
      swap(re, at, mirrored)
      swap(im, at, mirrored)
    }
  }
  for (let half = 1; half < cells; half *= 2) {
    const stride = cells / (2 * half)
    for (let start = 0; start < cells; start += 2 * half) {
      for (let at = start, turn = 0; at < start + half; at += 1, turn += stride) {
        const other = at + half
        const c = cos[turn] ?? 0
        const s = -(sin[turn] ?? 0)
        const otherRe = (re[other] ?? 0) * c - (im[other] ?? 0) * s
        const otherIm = (re[other] ?? 0) * s + (im[other] ?? 0) * c
        const ownRe = re[at] ?? 0
        const ownIm = im[at] ?? 0
        re[other] = ownRe - otherRe
        im[other] = ownIm - otherIm
        re[at] = ownRe + otherRe
        im[at] = ownIm + otherIm
      }
    }
  }
}

function swap(list: Float64Array, a: number, b: number): void {
  const kept = list[a] ?? 0
  list[a] = list[b] ?? 0
  list[b] = kept
}
