import {
  ROUND_LAPSES_AFTER_HOURS,
  type Bet,
  type Receipt,
  type Round,
  type SharedBet as WireSharedBet,
} from '#contract/play.ts'
import { MULTIPLIER_SCALE, payoutOf } from '#fair/multiplier.ts'
import { toDecimal } from '#server/coins/units.ts'
import { rulesOf } from '#rules/games.ts'
import { roundRulesOf } from '#rules/plan/bet.ts'
import { type OpenRound, type PairOfBet, type PlacedBet, type SettledBet } from './play-record.ts'
import type { SettledSharedBet } from './shared-record.ts'

export const LAPSES_AFTER_MS = ROUND_LAPSES_AFTER_HOURS * 60 * 60_000

/** Nothing of it is secret. */
export interface Shown {
  readonly pair: PairOfBet
  /** Null until the pair has ended. */
  readonly serverSeed: string | null
  readonly decimals: number
}

const record = (value: unknown) => value as Record<string, unknown>

const placedFields = (
  { id, game, coin, stake, nonce }: PlacedBet,
  { pair, serverSeed, decimals }: Shown,
) => ({
  id,
  game,
  coin,
  stake: toDecimal(stake, decimals),
  seeds: { serverSeedHash: pair.hash, serverSeed, clientSeed: pair.clientSeed, nonce },
})

export function toReceipt({
  text,
  kid,
  signature,
}: {
  readonly text: string
  readonly kid: string
  readonly signature: Uint8Array
}): Receipt {
  return { receipt: text, kid, signature: Buffer.from(signature).toString('base64url') }
}

export function toBet(bet: SettledBet, shown: Shown): Bet {
  const rules = rulesOf(bet.game)
  const outcome = rules.wireOutcome(bet.outcome)
  return {
    ...placedFields(bet, shown),
    at: new Date(bet.at).toISOString(),
    params: record(rules.wireParams(bet.params, bet.outcome)),
    multiplier: bet.multiplier / MULTIPLIER_SCALE,
    payout: toDecimal(bet.payout, shown.decimals),
    outcome: Array.isArray(outcome)
      ? [...(outcome as readonly (string | number)[])]
      : (outcome as string | number),
    ...(bet.endedBy !== null && { steps: bet.steps.map(record), endedBy: bet.endedBy }),
    ...(bet.isFree && { free: true as const }),
  }
}

/** @param round its result; null for as long as it is secret */
export function toSharedBet(
  bet: SettledSharedBet,
  round: {
    readonly point: number | null
    readonly salt: string | null
    readonly gameHash: string | null
    readonly beacon: WireSharedBet['seeds']['beacon']
  },
  decimals: number,
): WireSharedBet {
  const { id, game, coin, stake, multiplier, payout, sharedRound, endedBy } = bet
  return {
    id,
    game,
    coin,
    at: new Date(bet.at).toISOString(),
    stake: toDecimal(stake, decimals),
    params: record(bet.params),
    multiplier: multiplier / MULTIPLIER_SCALE,
    payout: toDecimal(payout, decimals),
    outcome: round.point === null ? null : round.point / 100,
    seeds: {
      round: sharedRound,
      gameHash: round.gameHash,
      salt: round.salt,
      ...(round.beacon && { beacon: round.beacon }),
    },
    steps: bet.steps.map(record),
    endedBy,
  }
}

/**
 * @param outcome all that the seeds decide; hidden parts of it are not shown
 * @param taken shows it as it was after so many steps
 */
export function toRound(
  round: PlacedBet & Partial<Pick<OpenRound, 'touchedAt'>>,
  outcome: unknown,
  shown: Shown,
  taken = round.steps.length,
): Round {
  const rules = roundRulesOf(round.game)
  const position = { params: round.params, outcome, steps: round.steps.slice(0, taken) }
  const multiplier = rules.value(position)
  return {
    ...placedFields(round, { ...shown, serverSeed: null }),
    startedAt: new Date(round.placedAt).toISOString(),
    lapsesAt: new Date((round.touchedAt ?? round.placedAt) + LAPSES_AFTER_MS).toISOString(),
    params: record(round.params),
    steps: position.steps.map(record),
    view: record(rules.view(position)),
    multiplier: multiplier === undefined ? null : multiplier / MULTIPLIER_SCALE,
    payout: multiplier === undefined ? null : toDecimal(payoutOf(round.stake, multiplier), shown.decimals),
  }
}
