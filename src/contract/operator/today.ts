import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { LedgerHealthSchema } from '#contract/health.ts'
import {
  CoinIdSchema,
  CountSchema,
  DecimalSchema,
  MomentSchema,
  SignedDecimalSchema,
} from '#contract/values.ts'

const SumSchema = v.object({ count: CountSchema, usd: DecimalSchema })

const AlarmSchema = v.object({
  kind: v.string(),
  message: v.string(),
  firstAt: MomentSchema,
  lastAt: MomentSchema,
  times: CountSchema,
})
export type Alarm = v.InferOutput<typeof AlarmSchema>

/** Sums of this UTC day, in US dollars at the prices of each movement. */
export const TodaySchema = v.object({
  at: MomentSchema,
  bets: v.object({
    count: CountSchema,
    stakedUsd: DecimalSchema,
    /** The share that the rules of the games leave to the house on average. */
    edgeUsd: DecimalSchema,
    /** The real result of the house: stakes minus payouts. */
    resultUsd: SignedDecimalSchema,
  }),
  /** The last 24 hours, oldest first, with the hour that runs. */
  hours: v.array(
    v.object({
      from: MomentSchema,
      bets: CountSchema,
      stakedUsd: DecimalSchema,
      edgeUsd: DecimalSchema,
      resultUsd: SignedDecimalSchema,
    }),
  ),
  players: v.object({ active: CountSchema, registered: CountSchema }),
  deposits: SumSchema,
  withdrawals: v.object({ ...SumSchema.entries, waiting: CountSchema, inReview: CountSchema }),
  liabilities: v.array(
    v.object({
      coin: CoinIdSchema,
      symbol: v.string(),
      network: v.string(),
      owed: DecimalSchema,
      /** Null while it is not known, and for practice money. */
      held: v.nullable(DecimalSchema),
    }),
  ),
  ledger: v.nullable(LedgerHealthSchema),
  seal: v.nullable(v.object({ day: v.string(), at: MomentSchema })),
  proposals: CountSchema,
  alarms: v.array(AlarmSchema),
})
export type Today = v.InferOutput<typeof TodaySchema>

export const getToday = endpoint({
  method: 'GET',
  path: '/operator/today',
  tag: 'operator',
  access: 'operator',
  may: 'today.read',
  summary: 'Get the figures of this day, and alarms',
  data: TodaySchema,
  errors: [],
})
