import type { Bet, Round } from '#contract/play.ts'
import { coinSymbol } from '#contract/values.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import type { Coin, OpenRound, SettledBet } from '#features/play/play-engine.ts'
import { parseDecimal, unitsAt } from '#lib/decimal.ts'
import { rulesOf } from '#rules/games.ts'

// Bets and rounds as the server writes them, read by the rules of their games.

/** Decimals that the ledger keeps of any coin at most: enough for one that is no longer listed. */
const MOST_DECIMALS = 8

/** Decimals of a coin by its id, undefined of one that is not played with. */
export type DecimalsOf = (coin: string) => number | undefined

export const coinOf = (coin: string, decimalsOf: DecimalsOf): Coin => ({
  coin,
  symbol: coinSymbol(coin),
  decimals: decimalsOf(coin) ?? MOST_DECIMALS,
  isDemo: false,
})

/** @throws FairnessError when it is no amount of a coin with so many decimals */
export function unitsOf(amount: string, decimals: number): bigint {
  const decimal = parseDecimal(amount)
  if (!decimal || decimal.scale > decimals) throw new FairnessError(`${amount} is no amount of this coin`)
  return unitsAt(decimal, decimals)
}

const multiplierOf = (wire: number): Multiplier => Math.round(wire * MULTIPLIER_SCALE)

/** @throws FairnessError when it is no bet of its game */
export function readBet(bet: Bet, decimalsOf: DecimalsOf): SettledBet {
  const rules = rulesOf(bet.game)
  const coin = coinOf(bet.coin, decimalsOf)
  const params = rules.parseParams(bet.params)
  const outcome = rules.fromWire(bet.outcome, params)
  const seen =
    rules.kind === 'round'
      ? rules.view({ params, outcome, steps: (bet.steps ?? []).map((step) => rules.parseStep(step)) })
      : {}
  // Parameters, outcome and what is seen belong to the game of the bet, which the compiler cannot follow.
  return {
    ...{ id: bet.id, game: rules.slug, time: Date.parse(bet.at), params, outcome, ...coin },
    stake: unitsOf(bet.stake, coin.decimals),
    multiplier: multiplierOf(bet.multiplier),
    payout: unitsOf(bet.payout, coin.decimals),
    seeds: bet.seeds,
    ...seen,
  } as object as SettledBet
}

/** @throws FairnessError when it is no round of its game */
export function readRound(round: Round, decimalsOf: DecimalsOf): OpenRound {
  const rules = rulesOf(round.game)
  if (rules.kind !== 'round') throw new FairnessError(`${round.game} has no rounds`)
  const coin = coinOf(round.coin, decimalsOf)
  return {
    ...{ id: round.id, game: rules.slug, startedAt: Date.parse(round.startedAt), ...coin },
    params: rules.parseParams(round.params),
    stake: unitsOf(round.stake, coin.decimals),
    multiplier: round.multiplier === null ? undefined : multiplierOf(round.multiplier),
    payout: round.payout === null ? undefined : unitsOf(round.payout, coin.decimals),
    seeds: round.seeds,
    ...rules.parseView(round.view),
  } as object as OpenRound
}
