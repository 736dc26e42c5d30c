import { payoutOf } from '#fair/multiplier.ts'
import { crashPartsMultiplier, crashShareLeft } from '#rules/crash/crash-curve.ts'
import type { CrashBetRecord, CrashRoundRecord } from './crash-record.ts'
import type { CrashSettledRecord } from './crash-settled-record.ts'

/** The id is the key, since numbers of bets begin anew with the record. */
export function crashSettledOf(
  bet: CrashBetRecord,
  { id: round, gameHash, salt, point, status, endedAt }: CrashRoundRecord,
  sequence: number,
): CrashSettledRecord {
  const { key, stake, target, cap, cashOuts } = bet
  const taken = cashOuts.map(({ share, multiplier, by, arrivedMs }) => ({
    share,
    point: multiplier,
    by,
    arrivedMs,
  }))
  const left = crashShareLeft(taken)
  const isBack = left > 0 && (bet.status === 'cancelled' || bet.status === 'refunded')
  const back = { share: left, point: 100, by: 'refund' as const, arrivedMs: null }
  const steps = isBack ? [...taken, back] : taken
  return {
    sequence,
    id: key,
    game: 'crash',
    time: Math.round(endedAt ?? 0),
    params: { target, cap },
    stake,
    multiplier: crashPartsMultiplier(steps),
    payout: payoutOf(stake, crashPartsMultiplier(steps)),
    outcome: status === 'settled' ? point : null,
    seeds: { round, gameHash, salt },
    steps,
    endedBy: endOf(bet, left),
  }
}

function endOf({ status }: CrashBetRecord, left: number): CrashSettledRecord['endedBy'] {
  if (status === 'cancelled') return 'cancelled'
  if (status === 'refunded') return 'void'
  return left > 0 ? 'crash' : 'cash-out'
}
