import type { GiftWheel } from '#contract/gift-wheel.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { formatDecimal } from '#lib/decimal.ts'

export interface LatestTurn {
  readonly bet: string
  readonly part: number
  /** Decimal numbers of whole coins. */
  readonly stake: string
  readonly payout: string
  /** No other turn can be made yet. */
  readonly isOfToday: boolean
}

/** @param shown made on this screen, perhaps a moment before the server is asked again */
export function latestTurn(
  { last, nextAt }: GiftWheel,
  shown: SettledBet<'gift-wheel'> | undefined,
): LatestTurn | undefined {
  if (shown && (!last || Date.parse(last.at) <= shown.time)) {
    const text = (units: bigint) => formatDecimal({ units, scale: shown.decimals })
    return {
      bet: shown.id,
      part: shown.outcome,
      stake: text(shown.stake),
      payout: text(shown.payout),
      isOfToday: last?.bet !== shown.id || nextAt !== null,
    }
  }
  return last ? { ...last, isOfToday: nextAt !== null } : undefined
}
