import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { CoinIdSchema, DecimalSchema, MomentSchema } from './values.ts'

/** A coin is an asset on one network. */
export const CoinSchema = v.object({
  id: CoinIdSchema,
  symbol: v.string(),
  name: v.string(),
  network: v.string(),
  /** Decimals of the ledger's smallest unit (8 at most). */
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8)),
  /** Decimals on the chain; if more than `decimals`, the ledger rounds down. */
  chainDecimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  /** US dollars per coin. */
  priceUsd: DecimalSchema,
  pricedAt: MomentSchema,
  /** The price is a fixed one of practice mode, so its age means nothing. */
  isPriceFixed: v.boolean(),
  /** Always shown in the list of coins; others only when held. */
  listed: v.boolean(),
  /** Players can choose to receive deposits in it. */
  receivable: v.boolean(),
})
export type Coin = v.InferOutput<typeof CoinSchema>

export const listCoins = endpoint({
  method: 'GET',
  path: '/coins',
  tag: 'coins',
  access: 'public',
  isOpen: true,
  summary: 'List coins with their prices in US dollars',
  data: v.array(CoinSchema),
  errors: [],
})
