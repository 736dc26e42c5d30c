import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { CoinIdSchema, CountSchema, DecimalSchema, MomentSchema } from '#contract/values.ts'
import { LedgerChainSchema } from '#contract/withdrawals.ts'
import { UidSchema } from './values.ts'

const OperatedChainSchema = v.object({
  chain: LedgerChainSchema,
  isPractice: v.boolean(),
  /** Last block that deposits were read from; null before the first. */
  readHeight: v.nullable(CountSchema),
  /** Newest block known; null while the node does not answer. */
  height: v.nullable(CountSchema),
  readAt: v.nullable(MomentSchema),
  watcher: v.picklist(['running', 'late', 'away']),
  /** Why nothing is signed; null while it is. */
  halted: v.nullable(v.string()),
  hotWallet: v.nullable(v.string()),
  coins: v.array(
    v.object({
      coin: CoinIdSchema,
      symbol: v.string(),
      /** Sum of all players, on all chains of the coin. */
      owed: DecimalSchema,
      held: v.nullable(DecimalSchema),
      inHotWallet: v.nullable(DecimalSchema),
    }),
  ),
})
export type OperatedChain = v.InferOutput<typeof OperatedChainSchema>

export const listOperatedChains = endpoint({
  method: 'GET',
  path: '/operator/chains',
  tag: 'operator',
  access: 'operator',
  may: 'chains.read',
  summary: 'List chains: heights, watchers, holdings beside debts, hot wallets',
  data: v.array(OperatedChainSchema),
  errors: [],
})

const ArrivalSchema = v.object({
  chain: LedgerChainSchema,
  txId: v.string(),
  at: v.nullable(MomentSchema),
  coin: v.nullable(CoinIdSchema),
  amount: v.nullable(v.string()),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  /** The result in Koi. */
  state: v.picklist([
    'credited',
    'waiting',
    'below_minimum',
    'held',
    'unknown_coin',
    'lapsed',
    'not_ours',
    'not_found',
  ]),
  uid: v.nullable(UidSchema),
  /** One sentence: what it means, and what to do. */
  advice: v.string(),
})
export type Arrival = v.InferOutput<typeof ArrivalSchema>

export const listUnattributed = endpoint({
  method: 'GET',
  path: '/operator/arrivals',
  tag: 'operator',
  access: 'operator',
  may: 'chains.read',
  summary: 'List money that arrived and belongs to no player yet',
  data: v.array(ArrivalSchema),
  errors: [],
})

export const findArrival = endpoint({
  method: 'GET',
  path: '/operator/arrivals/search',
  tag: 'operator',
  access: 'operator',
  may: 'chains.read',
  summary: 'Find a deposit by its transaction or address, on all chains',
  query: v.object({
    search: v.pipe(v.string(), v.trim(), v.regex(/^(?:0x)?[0-9A-Za-z]{20,100}$/, 'address')),
  }),
  data: v.array(ArrivalSchema),
  errors: [],
})
