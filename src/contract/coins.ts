import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { CoinIdSchema, DecimalSchema, MomentSchema } from './values.ts'

/** A coin is an asset on a network. */
export const CoinSchema = v.object({
  id: CoinIdSchema,
  symbol: v.string(),
  name: v.string(),
  network: v.string(),
  /** Decimals of the smallest unit the ledger keeps (8 at most). */
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8)),
  /** Decimals the chain itself uses; more than `decimals` where the ledger rounds down. */
  chainDecimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  /** Value of one coin in US dollars. */
  priceUsd: DecimalSchema,
  /** ISO date-time at which `priceUsd` was taken. */
  pricedAt: MomentSchema,
  /** The price is a fixed one of practice, so its age says nothing. */
  isPriceFixed: v.boolean(),
  /** Always shown in the coin popup; the others only when held. */
  listed: v.boolean(),
  /** Offered in the deposit picker as what the player receives. */
  receivable: v.boolean(),
})
export type Coin = v.InferOutput<typeof CoinSchema>

export const listCoins = endpoint({
  method: 'GET',
  path: '/coins',
  tag: 'coins',
  access: 'public',
  isOpen: true,
  summary: 'Coins and their value in US dollars',
  data: v.array(CoinSchema),
  errors: [],
})
