import * as v from 'valibot'
import type { CrashCashOut } from '#contract/crash.ts'
import type { SettledCrashBet } from '#features/play/play-engine.ts'
import { DEMO_COIN } from './demo-coin.ts'
import { AmountSchema, CountSchema, HashSchema } from './played-record.ts'

// Apart from the other records of Crash: the history needs no rules, no chain and no API of it.

const CAUSES = ['player', 'target', 'cap', 'takeover', 'refund'] as const satisfies readonly (
  CrashCashOut['by'] | 'refund'
)[]

const PartSchema = v.object({
  share: CountSchema,
  /** In hundredths. */
  point: CountSchema,
  by: v.picklist(CAUSES),
  arrivedMs: v.nullable(v.pipe(v.number(), v.finite())),
})

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
  steps: v.array(PartSchema),
  endedBy: v.picklist(['cash-out', 'crash', 'void', 'cancelled']),
})
/** Stored among the settled bets of all games, once its round is over. */
export type CrashSettledRecord = v.InferOutput<typeof CrashSettledSchema>

/** Undefined for a bet of another game, and for a record that is damaged. */
export function readCrashSettled(stored: unknown): CrashSettledRecord | undefined {
  const result = v.safeParse(CrashSettledSchema, stored)
  return result.success ? result.output : undefined
}

export function toSettledCrashBet({ sequence: _sequence, ...bet }: CrashSettledRecord): SettledCrashBet {
  return { ...bet, ...DEMO_COIN }
}
