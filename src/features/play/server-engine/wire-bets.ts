import type { Bet, Round, SharedBet } from '#contract/play.ts'
import { coinSymbol } from '#contract/values.ts'
import { COIN_DECIMALS, MOST_DECIMALS } from '#fair/coin-decimals.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import type {
  Coin,
  OpenRound,
  SettledBet,
  SettledCrashBet,
  SettledCrashPart,
} from '#features/play/play-engine.ts'
import { parseDecimal, unitsAt } from '#lib/decimal.ts'
import * as v from 'valibot'
import { CRASH_CASH_OUT_CAUSES } from '#contract/crash.ts'
import { rulesOf } from '#rules/games.ts'

/** Undefined for a coin that is not played with. */
export type DecimalsOf = (coin: string) => number | undefined

export const coinOf = (coin: string, decimalsOf: DecimalsOf): Coin => ({
  coin,
  symbol: coinSymbol(coin),
  // The fallbacks are for a coin that is no longer played with.
  decimals: decimalsOf(coin) ?? COIN_DECIMALS.get(coin) ?? MOST_DECIMALS,
  isDemo: false,
})

/** @throws FairnessError if the amount has more decimals */
export function unitsOf(amount: string, decimals: number): bigint {
  const decimal = parseDecimal(amount)
  if (!decimal || decimal.scale > decimals) throw new FairnessError(`${amount} is not an amount of this coin`)
  return unitsAt(decimal, decimals)
}

const multiplierOf = (wire: number): Multiplier => Math.round(wire * MULTIPLIER_SCALE)

/** @throws FairnessError if the game's rules refuse it */
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
    id: bet.id,
    game: rules.slug,
    time: Date.parse(bet.at),
    params,
    outcome,
    ...coin,
    stake: unitsOf(bet.stake, coin.decimals),
    multiplier: multiplierOf(bet.multiplier),
    payout: unitsOf(bet.payout, coin.decimals),
    seeds: bet.seeds,
    ...(bet.free && { isFree: true }),
    ...seen,
  } as object as SettledBet
}

const PointSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(100))
/** Points are hundredths. */
const CrashFieldsSchema = v.object({
  game: v.literal('crash'),
  params: v.object({ target: v.nullable(PointSchema), cap: PointSchema }),
  steps: v.optional(
    v.array(
      v.object({
        share: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(100)),
        point: PointSchema,
        by: v.picklist([...CRASH_CASH_OUT_CAUSES, 'refund']),
        arrivedMs: v.nullable(v.number()),
      }),
    ),
    [],
  ),
  endedBy: v.picklist(['cash-out', 'crash', 'void', 'cancelled']),
})

/** @throws FairnessError */
export function readCrashBet(bet: SharedBet, decimalsOf: DecimalsOf): SettledCrashBet {
  const fields = v.safeParse(CrashFieldsSchema, bet)
  if (!fields.success) throw new FairnessError(`Bet ${bet.id} is not a bet of Crash`)
  const coin = coinOf(bet.coin, decimalsOf)
  const { game, params, steps, endedBy } = fields.output
  return {
    id: bet.id,
    game,
    params,
    endedBy,
    time: Date.parse(bet.at),
    ...coin,
    steps: steps satisfies readonly SettledCrashPart[],
    stake: unitsOf(bet.stake, coin.decimals),
    multiplier: multiplierOf(bet.multiplier),
    payout: unitsOf(bet.payout, coin.decimals),
    outcome: bet.outcome === null ? null : Math.round(bet.outcome * 100),
    seeds: bet.seeds,
  }
}

/** @throws FairnessError if the game has no rounds, or its rules refuse it */
export function readRound(round: Round, decimalsOf: DecimalsOf): OpenRound {
  const rules = rulesOf(round.game)
  if (rules.kind !== 'round') throw new FairnessError(`${round.game} has no rounds`)
  const coin = coinOf(round.coin, decimalsOf)
  return {
    id: round.id,
    game: rules.slug,
    startedAt: Date.parse(round.startedAt),
    ...coin,
    params: rules.parseParams(round.params),
    stake: unitsOf(round.stake, coin.decimals),
    multiplier: round.multiplier === null ? undefined : multiplierOf(round.multiplier),
    payout: round.payout === null ? undefined : unitsOf(round.payout, coin.decimals),
    seeds: round.seeds,
    ...rules.parseView(round.view),
  } as object as OpenRound
}
