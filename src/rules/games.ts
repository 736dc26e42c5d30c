import { FairnessError } from '#fair/fairness-error.ts'
import type { Multiplier } from '#fair/multiplier.ts'
import { DICE } from '#rules/dice/dice.ts'
import type { InstantRules, RoundRules } from '#rules/base/game-rules.ts'
import { GIFT_WHEEL } from '#rules/gift-wheel/gift-wheel.ts'
import { KENO } from '#rules/keno/keno.ts'
import { HILO } from '#rules/hilo/hilo-rules.ts'
import { LIMBO } from '#rules/limbo/limbo.ts'
import { MINES } from '#rules/mines/mines.ts'
import { PLINKO } from '#rules/plinko/plinko.ts'
import { WHEEL } from '#rules/wheel/wheel.ts'
import { POND_REELS } from '#rules/pond-reels/pond-reels.ts'
import type { GiftGame } from './fair-games.ts'
import type { PLAY_GAMES } from './play-games.ts'

/** Does not compile unless it has exactly the games of `PLAY_GAMES` and `GIFT_GAMES`. */
export const GAMES = {
  dice: DICE,
  limbo: LIMBO,
  mines: MINES,
  plinko: PLINKO,
  keno: KENO,
  wheel: WHEEL,
  hilo: HILO,
  'pond-reels': POND_REELS,
  'gift-wheel': GIFT_WHEEL,
} as const satisfies {
  readonly [G in (typeof PLAY_GAMES)[number] | GiftGame]: { readonly slug: G }
}
export type Games = typeof GAMES

export type PlayGame = keyof Games
/** Games of several steps: a bet opens a round. */
export type RoundGame = { [G in PlayGame]: Games[G] extends { kind: 'round' } ? G : never }[PlayGame]
/** Games that a bet settles at once. */
export type InstantGame = Exclude<PlayGame, RoundGame>

export type ParamsOf<G extends PlayGame> = ReturnType<Games[G]['parseParams']>
export type OutcomeOf<G extends PlayGame> = ReturnType<Games[G]['parseOutcome']>
export type StepOf<G extends RoundGame> = ReturnType<Games[G]['parseStep']>
/** The visible part of a round; unknown for games without rounds. */
export type ViewOf<G extends PlayGame> = G extends RoundGame ? ReturnType<Games[G]['view']> : unknown

interface BetParamsOf<G extends PlayGame> {
  readonly game: G
  readonly params: ParamsOf<G>
}
/** A game with its parameters. `BetParams<'dice'>` is for dice; without an argument it is a union over `game`. */
export type BetParams<G extends PlayGame = PlayGame> = { [K in G]: BetParamsOf<K> }[G]

/** Rules of a game that is known only at run time: parameters, outcomes and steps are passed on unread. */
export type AnyInstantRules = InstantRules<InstantGame, unknown, unknown>
export type AnyRoundRules = RoundRules<RoundGame, unknown, unknown, unknown, object>
export type AnyRules = AnyInstantRules | AnyRoundRules

export const isPlayGame = (text: string): text is PlayGame => Object.hasOwn(GAMES, text)

export const isRoundGame = (game: PlayGame): game is RoundGame => GAMES[game].kind === 'round'

/**
 * The cast is right because all values that go into a game's rules come from the same rules (`parseParams`, `draw`).
 * @throws FairnessError if there is no such game
 */
export function rulesOf(game: InstantGame): AnyInstantRules
export function rulesOf(game: RoundGame): AnyRoundRules
export function rulesOf(game: string): AnyRules
export function rulesOf(game: string): AnyRules {
  if (!isPlayGame(game)) throw new FairnessError(`There is no game ${game}`)
  return GAMES[game]
}

export function topMultiplierOf<G extends PlayGame>({ game, params }: BetParams<G>): Multiplier {
  return rulesOf(game as string).topMultiplier(params)
}
