import { diceMultiplier, diceOutcome, diceWinMultiplier, parseDiceParams } from '#fair/dice.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { limboMultiplier, limboOutcome, limboWinMultiplier, parseLimboParams } from '#fair/limbo.ts'
import { minesMultiplier, parseMinesParams } from '#fair/mines.ts'
import type { Multiplier } from '#fair/multiplier.ts'
import { parsePlinkoParams, plinkoMultiplier, plinkoMultipliers, plinkoOutcome } from '#fair/plinko.ts'
import type { RandomStream } from '#fair/stream.ts'
import { PlayError } from '#features/play/play-error.ts'
import type { BetParams, GameTypes, InstantGame, PlayGame } from '#features/play/play-engine.ts'

interface GameRules<G extends PlayGame> {
  /** @throws FairnessError */
  parse(params: unknown): GameTypes[G]['params']
  /** What limits the stake: this much of it must be payable. */
  topMultiplier(params: GameTypes[G]['params']): Multiplier
}
interface InstantRules<G extends InstantGame> {
  draw(stream: RandomStream, params: GameTypes[G]['params']): GameTypes[G]['outcome']
  multiplier(params: GameTypes[G]['params'], outcome: GameTypes[G]['outcome']): Multiplier
}

export const GAME_RULES: { readonly [G in PlayGame]: GameRules<G> } = {
  dice: { parse: parseDiceParams, topMultiplier: diceWinMultiplier },
  limbo: { parse: parseLimboParams, topMultiplier: limboWinMultiplier },
  plinko: {
    parse: parsePlinkoParams,
    topMultiplier: (params) => Math.max(...plinkoMultipliers(params)),
  },
  // A round is cashed out before it would pay too much, so only its first gem has to be payable.
  mines: { parse: parseMinesParams, topMultiplier: (params) => minesMultiplier(params, 1) },
}

/** How the games that a bet settles at once are drawn and paid. */
export const INSTANT_RULES: { readonly [G in InstantGame]: InstantRules<G> } = {
  dice: { draw: diceOutcome, multiplier: diceMultiplier },
  limbo: { draw: limboOutcome, multiplier: limboMultiplier },
  plinko: { draw: (stream, { rows }) => plinkoOutcome(stream, rows), multiplier: plinkoMultiplier },
}

/** The highest multiplier that limits the stake of a bet. */
export function topMultiplierOf<G extends PlayGame>({ game, params }: BetParams<G>): Multiplier {
  return GAME_RULES[game].topMultiplier(params)
}

/** The parameters without anything that does not belong to them. @throws PlayError `bad_params` */
export function checkParams<G extends PlayGame>(game: G, params: unknown): GameTypes[G]['params'] {
  // A screen built for a later game may run beside this engine.
  const rules: GameRules<G> | undefined = GAME_RULES[game]
  try {
    if (rules) return rules.parse(params)
  } catch (error) {
    if (error instanceof FairnessError) throw new PlayError('bad_params', error.message, error)
    throw error
  }
  throw new PlayError('bad_params', `There is no game ${String(game)}`)
}
