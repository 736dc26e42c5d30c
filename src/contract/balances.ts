import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { CoinIdSchema, DecimalSchema } from './values.ts'

/** In whole coins. */
export const BalanceSchema = v.object({
  coin: CoinIdSchema,
  /** For play and withdrawals. */
  available: DecimalSchema,
  /** Part of a bonus that play has not released yet. */
  locked: DecimalSchema,
  /** Reserved for open withdrawals. */
  pending: DecimalSchema,
})
export type Balance = v.InferOutput<typeof BalanceSchema>

export const listBalances = endpoint({
  method: 'GET',
  path: '/balances',
  tag: 'money',
  access: 'player',
  summary: 'List balances of all listed and held coins, in display order',
  data: v.array(BalanceSchema),
  errors: [],
})
