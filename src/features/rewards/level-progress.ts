import { divide, fromBps, multiply, type Decimal } from '#lib/decimal.ts'

/** XP that LV.2 asks for; one XP is one US dollar wagered. */
export const LEVEL_2_XP: Decimal = { units: 80n, scale: 0 }

/** Share of the house edge that comes back to the player: 5%. */
export const RAKEBACK_BPS = 500

/** House edge of a game that does not say otherwise: 1%. */
export const USUAL_EDGE_BPS = 100

const FULL_BPS = 10_000

/** Way from LV.1 to LV.2 in basis points, 10000 when LV.2 is reached. `wagered` in US dollars. */
export function progressBps(wagered: Decimal): number {
  const progress = divide(wagered, LEVEL_2_XP, 4)
  return progress.units >= BigInt(FULL_BPS) ? FULL_BPS : Number(progress.units)
}

/** Rakeback in US dollars, exact, for `wagered` US dollars at `edgeBps`. */
export function rakeback(wagered: Decimal, edgeBps: number): Decimal {
  return multiply(wagered, multiply(fromBps(edgeBps), fromBps(RAKEBACK_BPS)))
}
