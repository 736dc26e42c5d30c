import * as v from 'valibot'
import { payoutOf } from '#fair/multiplier.ts'
import type { SettledCrashBet } from '#features/play/play-engine.ts'
import { crashPartsMultiplier, crashShareLeft } from '#rules/crash.ts'
import { CrashPartSchema, paidOf, type CrashBetRecord, type CrashRoundRecord } from './crash-record.ts'
import { DEMO_COIN } from './demo-coin.ts'
import { AmountSchema, CountSchema, HashSchema } from './played-record.ts'

const CrashSettledSchema = v.object({
  sequence: CountSchema,
  id: v.string(),
  game: v.literal('crash'),
  time: CountSchema,
  params: v.object({ target: v.nullable(CountSchema), cap: CountSchema }),
  stake: AmountSchema,
  multiplier: CountSchema,
  payout: AmountSchema,
  outcome: v.nullable(CountSchema),
  seeds: v.object({ round: v.string(), gameHash: HashSchema, salt: v.nullable(v.string()) }),
  steps: v.array(CrashPartSchema),
  endedBy: v.picklist(['cash-out', 'crash', 'void', 'cancelled']),
})
/** A bet of Crash as it is stored among the settled bets of all games, once its round is over. */
export type CrashSettledRecord = v.InferOutput<typeof CrashSettledSchema>

/** The stored bet; undefined when it is none of Crash, or damaged. */
export function readCrashSettled(stored: unknown): CrashSettledRecord | undefined {
  const result = v.safeParse(CrashSettledSchema, stored)
  return result.success ? result.output : undefined
}

/** What is stored of a bet of a round that is over. Numbers of bets begin anew with the record; their keys do not. */
export function crashSettledOf(
  bet: CrashBetRecord,
  { id: round, gameHash, salt, point, status, endedAt }: CrashRoundRecord,
  sequence: number,
): CrashSettledRecord {
  const { key, stake, target, cap, cashOuts } = bet
  const taken = cashOuts.map(({ share, multiplier, by, arrivedMs }) => ({
    ...{ share, point: multiplier, by, arrivedMs },
  }))
  const left = crashShareLeft(taken)
  const isBack = left > 0 && (bet.status === 'cancelled' || bet.status === 'refunded')
  const back = { share: left, point: 100, by: 'refund' as const, arrivedMs: null }
  const steps = isBack ? [...taken, back] : taken
  return {
    ...{ sequence, id: key, game: 'crash', time: Math.round(endedAt ?? 0), params: { target, cap }, stake },
    multiplier: crashPartsMultiplier(steps),
    payout: paidOf(bet) + (isBack ? payoutOf(stake, left * 100) : 0n),
    outcome: status === 'settled' ? point : null,
    ...{ seeds: { round, gameHash, salt }, steps },
    endedBy: endOf(bet, left),
  }
}

function endOf({ status }: CrashBetRecord, left: number): CrashSettledRecord['endedBy'] {
  if (status === 'cancelled') return 'cancelled'
  if (status === 'refunded') return 'void'
  return left > 0 ? 'crash' : 'cash-out'
}

/** The bet as screens know it. */
export function toSettledCrashBet({ sequence: _sequence, ...bet }: CrashSettledRecord): SettledCrashBet {
  return { ...bet, ...DEMO_COIN }
}
