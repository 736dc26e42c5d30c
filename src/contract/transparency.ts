import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { HouseEdgeSchema, SlugSchema } from './games.ts'
import { LedgerHealthSchema } from './health.ts'
import { LocalizedSchema } from './localized.ts'
import { CoinIdSchema, CountSchema, DecimalSchema, MomentSchema } from './values.ts'

/** Like a decimal, below zero too. */
const SignedDecimalSchema = v.pipe(v.string(), v.regex(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/))

/** A coin in the ledger, in whole coins: `held` = `owed` + `house`, to the smallest unit. */
export const TransparencyCoinSchema = v.object({
  coin: CoinIdSchema,
  symbol: v.string(),
  network: v.string(),
  /** What players have, all together. */
  owed: v.object({ available: DecimalSchema, locked: DecimalSchema, pending: DecimalSchema }),
  /** What came in from the chain, and what went out to it. */
  received: DecimalSchema,
  paidOut: DecimalSchema,
  /** The difference of the two. Below zero where more went out than came in, as practice money can. */
  held: SignedDecimalSchema,
  /** What is left for the house when everybody has his money. */
  house: SignedDecimalSchema,
})
export type TransparencyCoin = v.InferOutput<typeof TransparencyCoinSchema>

export const TransparencyGameSchema = v.object({
  slug: SlugSchema,
  name: LocalizedSchema,
  bets: CountSchema,
  /** In US dollars with two decimals, coins added up at the rates of `at`. */
  stakedUsd: DecimalSchema,
  paidUsd: DecimalSchema,
  /** What came back of the stakes, in basis points; null without a stake. */
  returnBps: v.nullable(CountSchema),
  /** Its standard error, in basis points; null while the bets tell nothing about it. */
  standardErrorBps: v.nullable(CountSchema),
  houseEdge: HouseEdgeSchema,
})
export type TransparencyGame = v.InferOutput<typeof TransparencyGameSchema>

/** What the house's own addresses hold on the chains, beside what players are owed, in whole coins. */
export const ReservesSchema = v.object({
  /** ISO date-time of the look. */
  at: MomentSchema,
  /** Each chain with the final block that its figures are of; null when its node did not answer. */
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
  /** ISO date-time of the moment that all figures are of. */
  at: MomentSchema,
  /** The last time that the ledger was added up, and what came of it. */
  ledger: LedgerHealthSchema,
  /** At the rates of `at`, in US dollars with two decimals. */
  owedUsd: DecimalSchema,
  heldUsd: SignedDecimalSchema,
  coins: v.array(TransparencyCoinSchema),
  games: v.array(TransparencyGameSchema),
  /** Of an hour ago at most; null before the first look, and where all money is practice money. */
  reserves: v.nullable(ReservesSchema),
})
export type Transparency = v.InferOutput<typeof TransparencySchema>

export const getTransparency = endpoint({
  method: 'GET',
  path: '/transparency',
  tag: 'money',
  access: 'public',
  isOpen: true,
  summary: 'What is owed to players, what the house holds, and what each game has paid back, from the ledger',
  data: TransparencySchema,
  errors: [],
})
