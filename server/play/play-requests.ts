import type { placeCrashBet } from '#contract/crash.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { readParams, type AskedBet, type AskedStep } from '#rules/plan/bet.ts'
import type { AskedCrashBet } from '#rules/plan/crash-bet.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Rate } from '#server/coins/convert-at.ts'
import { fromDecimal, isExactly } from '#server/coins/units.ts'
import { inRefusals } from './plan-refusals.ts'
import type { SharedRound } from './shared-record.ts'

export interface BetRequest {
  readonly type: 'bet'
  readonly asked: AskedBet
  readonly rate: Rate
  /** True if the house pays the stake. */
  readonly isFree?: boolean
}

/** Asks for one play. It is data, so that it can be planned again after another process was first. */
export type PlayRequest =
  | BetRequest
  | { readonly type: 'step'; readonly id: string; readonly asked: AskedStep }
  /** Settles a round that its player has not touched since; milliseconds since the epoch. */
  | { readonly type: 'lapse'; readonly id: string; readonly touchedBefore: number }
  | {
      readonly type: 'shared-bet'
      readonly asked: AskedCrashBet
      readonly rate: Rate
      readonly round: SharedRound
    }
  | {
      readonly type: 'shared-taking'
      readonly id: string
      readonly round: SharedRound
      readonly taking: AskedTaking
    }

/** Points are hundredths: 231 is 2.31×. */
export type AskedTaking =
  | { readonly type: 'cancel' }
  | {
      readonly type: 'cash-out'
      readonly key: string
      readonly share: 50 | 100
      /** When it arrived, in milliseconds from the start, and where the round crashes; null if the round has no curve. */
      readonly curve: { readonly ms: number; readonly point: number } | null
    }
  /** Nothing happens to a bet whose target and cap the curve has not reached. */
  | { readonly type: 'target'; readonly point: number; readonly by: 'takeover' | undefined }
  /** @param point null where no curve has run, so that no target was reached */
  | {
      readonly type: 'end'
      readonly point: number | null
      readonly by: 'takeover' | undefined
      readonly rest: 'lost' | 'refund'
    }

export interface QueuedRequest {
  readonly uid: number
  readonly request: PlayRequest
  /** When it came, by `performance.now()`. */
  readonly since: number
}

export const isLate = ({ since }: Pick<QueuedRequest, 'since'>, patienceMs: number): boolean =>
  performance.now() - since > patienceMs

/** @throws Refusal `unavailable`: its caller has given up by now, and would not expect it to be done later */
export function assertInTime(queued: Pick<QueuedRequest, 'since'>, patienceMs: number): void {
  if (isLate(queued, patienceMs))
    throw new Refusal('unavailable', 'It could not be done in time', { retryAfterS: 1 })
}

/** @throws Refusal `bad_params`, `bad_request` for a stake finer than the coin */
export function readBet(
  body: {
    readonly idempotencyKey: string
    readonly game: string
    readonly stake: string
    readonly params: unknown
    readonly autoPlay?: AskedBet['autoPlay'] | undefined
  },
  rate: Rate,
): AskedBet {
  const { idempotencyKey: key, game, params, autoPlay = null } = body
  const stake = readStake(body.stake, rate)
  const read = inRefusals(rate, () => readParams(game, params))
  return { key, game, stake, coin: rate.coin, autoPlay, ...read }
}

/** @throws Refusal `bad_request` for a stake finer than the coin */
export function readCrashBet(
  { idempotencyKey: key, coin, stake, autoAt, autoPlay }: ParsedRequest<typeof placeCrashBet>['body'],
  game: string,
  rate: Rate,
): AskedCrashBet {
  const target = autoAt === undefined ? null : Math.round(autoAt * 100)
  return { key, game, coin, target, stake: readStake(stake, rate), autoPlay: autoPlay ?? null }
}

function readStake(text: string, { decimals }: Rate): bigint {
  const stake = fromDecimal(text, decimals)
  if (isExactly(text, stake, decimals)) return stake
  throw new Refusal('bad_request', `A stake of this coin has ${decimals} decimals at most`, {
    fields: ['stake'],
  })
}
