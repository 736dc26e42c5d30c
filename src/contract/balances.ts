import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { CoinIdSchema, DecimalSchema } from './values.ts'

/** What a player has of a coin, in whole coins. */
export const BalanceSchema = v.object({
  coin: CoinIdSchema,
  /** To play with and to withdraw. */
  available: DecimalSchema,
  /** Of a bonus, released by playing. */
  locked: DecimalSchema,
  /** Set aside for withdrawals that are under way. */
  pending: DecimalSchema,
})
export type Balance = v.InferOutput<typeof BalanceSchema>

export const listBalances = endpoint({
  method: 'GET',
  path: '/balances',
  tag: 'money',
  access: 'player',
  summary: 'What the player has, of each listed coin and of those held, in display order',
  data: v.array(BalanceSchema),
  errors: [],
})
