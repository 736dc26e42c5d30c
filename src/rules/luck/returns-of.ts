import { GIFT_WHEEL_PARTS } from '#rules/gift-wheel/gift-wheel-parts.ts'
import { combinations } from '#fair/combinations.ts'
import type { Multiplier } from '#fair/multiplier.ts'
import { DICE_OUTCOMES, diceChance, diceWinMultiplier } from '#rules/dice/dice.ts'
import { type InstantGame, type ParamsOf, rulesOf } from '#rules/games.ts'
import { KENO_DRAWN, KENO_NUMBERS, KENO_PICK_COUNTS, kenoMultipliers } from '#rules/keno/keno.ts'
import { LIMBO_STEPS, limboWinMultiplier, limboWinningSteps } from '#rules/limbo/limbo.ts'
import { plinkoMultipliers } from '#rules/plinko/plinko.ts'
import { pondReelsLines, pondReelsWin } from '#rules/pond-reels/pond-reels.ts'
import { POND_TOTALS } from '#rules/pond-reels/pond-reels-paytable.ts'
import { wheelMultipliers } from '#rules/wheel/wheel.ts'

/** The exact distribution of what a bet pays: of `total` outcomes, all equally likely, `ways` pay each multiplier. */
export interface Returns {
  readonly total: number
  /** With the multiplier 0 where something can be lost; the ways add up to `total`. */
  readonly ways: ReadonlyMap<Multiplier, number>
}

type Way = readonly [multiplier: Multiplier, ways: number]

function returns(total: number, each: Iterable<Way>): Returns {
  const ways = new Map<Multiplier, number>()
  for (const [multiplier, count] of each) ways.set(multiplier, (ways.get(multiplier) ?? 0) + count)
  return { total, ways }
}

const winOrNothing = (total: number, winning: number, multiplier: Multiplier) =>
  returns(total, [
    [multiplier, winning],
    [0, total - winning],
  ])

let pondReels: Returns | undefined

const RETURNS: { readonly [G in InstantGame]: (params: ParamsOf<G>) => Returns } = {
  dice: (params) => winOrNothing(DICE_OUTCOMES, diceChance(params), diceWinMultiplier(params)),
  limbo: (params) => winOrNothing(LIMBO_STEPS, limboWinningSteps(params), limboWinMultiplier(params)),
  plinko: (params) =>
    returns(
      2 ** params.rows,
      plinkoMultipliers(params).map((multiplier, bucket) => [
        multiplier,
        Number(combinations(params.rows, bucket)),
      ]),
    ),
  keno({ risk, picks }) {
    const count = KENO_PICK_COUNTS[picks.length - 1]
    if (count === undefined) throw new RangeError(`${picks.length} numbers cannot be picked`)
    const ways = (hits: number) =>
      Number(combinations(count, hits) * combinations(KENO_NUMBERS - count, KENO_DRAWN - hits))
    return returns(
      Number(combinations(KENO_NUMBERS, KENO_DRAWN)),
      kenoMultipliers(risk, count).map((multiplier, hits) => [multiplier, ways(hits)]),
    )
  },
  // Its stake is the house's, so no bet of it counts.
  'gift-wheel': () =>
    returns(
      GIFT_WHEEL_PARTS.length,
      GIFT_WHEEL_PARTS.map((multiplier) => [multiplier, 1]),
    ),
  wheel: (params) =>
    returns(
      params.segments,
      wheelMultipliers(params).map((multiplier) => [multiplier, 1]),
    ),
  'pond-reels': () =>
    (pondReels ??= returns(
      POND_TOTALS.combinations,
      pondReelsLines().map((shown) => [pondReelsWin(shown.line)?.multiplier ?? 0, shown.combinations]),
    )),
}

/**
 * Only games that a bet settles at once: in all others the player chooses when to stop, and no distribution is fixed
 * when the bet is made.
 *
 * @throws FairnessError if `params` are not of the game
 */
export function returnsOf<G extends InstantGame>(game: G, params: unknown): Returns {
  return RETURNS[game](rulesOf(game).parseParams(params) as ParamsOf<G>)
}
