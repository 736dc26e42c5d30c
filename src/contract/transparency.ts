import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { HouseEdgeSchema, SlugSchema } from './games.ts'
import { LedgerHealthSchema } from './health.ts'
import { LocalizedSchema } from './localized.ts'
import { CoinIdSchema, CountSchema, DecimalSchema, MomentSchema, SignedDecimalSchema } from './values.ts'

/** In whole coins: `held` = `owed` + `house`, to the smallest unit. */
export const TransparencyCoinSchema = v.object({
  coin: CoinIdSchema,
  symbol: v.string(),
  network: v.string(),
  /** Sum of all players. */
  owed: v.object({ available: DecimalSchema, locked: DecimalSchema, pending: DecimalSchema }),
  /** Transfers from and to the chain. */
  received: DecimalSchema,
  paidOut: DecimalSchema,
  /** Difference of the two. Negative if more went out than came in, which practice money allows. */
  held: SignedDecimalSchema,
  /** Remains for the house after all players are paid. */
  house: SignedDecimalSchema,
})
export type TransparencyCoin = v.InferOutput<typeof TransparencyCoinSchema>

export const TransparencyGameSchema = v.object({
  slug: SlugSchema,
  name: LocalizedSchema,
  bets: CountSchema,
  /** In US dollars with two decimals; coins count at the rates of `at`. */
  stakedUsd: DecimalSchema,
  paidUsd: DecimalSchema,
  /** Payouts per stakes, in basis points; null without a stake. */
  returnBps: v.nullable(CountSchema),
  /** Error of `returnBps` in basis points; null with too few bets. */
  standardErrorBps: v.nullable(CountSchema),
  houseEdge: HouseEdgeSchema,
})
export type TransparencyGame = v.InferOutput<typeof TransparencyGameSchema>

/** Holdings of the house's own addresses on the chains compared with debts to players, in whole coins. */
export const ReservesSchema = v.object({
  at: MomentSchema,
  /** With the final block of its figures; null when its node did not answer. */
  chains: v.array(
    v.object({ name: v.string(), block: v.nullable(CountSchema), at: v.nullable(MomentSchema) }),
  ),
  coins: v.array(
    v.object({
      coin: CoinIdSchema,
      symbol: v.string(),
      network: v.string(),
      owed: DecimalSchema,
      /** Null for a coin that is on none of the chains, and when a node did not answer. */
      held: v.nullable(DecimalSchema),
      isOnChain: v.boolean(),
    }),
  ),
  /** In US dollars with two decimals; null when a node did not answer. */
  heldUsd: v.nullable(DecimalSchema),
  owedUsd: DecimalSchema,
})
export type Reserves = v.InferOutput<typeof ReservesSchema>

export const TransparencySchema = v.object({
  at: MomentSchema,
  ledger: LedgerHealthSchema,
  /** At the rates of `at`, in US dollars with two decimals. */
  owedUsd: DecimalSchema,
  heldUsd: SignedDecimalSchema,
  coins: v.array(TransparencyCoinSchema),
  games: v.array(TransparencyGameSchema),
  /** At most an hour old; null before the first result, and if all money is practice money. */
  reserves: v.nullable(ReservesSchema),
})
export type Transparency = v.InferOutput<typeof TransparencySchema>

export const getTransparency = endpoint({
  method: 'GET',
  path: '/transparency',
  tag: 'money',
  access: 'public',
  isOpen: true,
  summary: 'Get debts to players, holdings of the house, and the return of each game, from the ledger',
  data: TransparencySchema,
  errors: [],
})
