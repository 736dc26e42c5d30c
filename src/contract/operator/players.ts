import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import {
  CoinIdSchema,
  CountSchema,
  DecimalSchema,
  MomentSchema,
  RowIdSchema,
  SignedDecimalSchema,
} from '#contract/values.ts'
import { CoinAmountSchema, CursorSchema, UidParamSchema, UidSchema, WhySchema } from './values.ts'

export const PLAYERS_PER_PAGE = 50

const PLAYER_STATES = ['open', 'break', 'closed'] as const

const PlayerRowSchema = v.object({
  uid: UidSchema,
  /** Number in public lists; null for a hidden player. */
  publicNumber: v.nullable(CountSchema),
  nickname: v.string(),
  /** Shortened for those who may not read `players.money`; null without one. */
  email: v.nullable(v.string()),
  state: v.picklist(PLAYER_STATES),
  createdAt: MomentSchema,
  lastSeenAt: v.nullable(MomentSchema),
})
export type PlayerRow = v.InferOutput<typeof PlayerRowSchema>

export const findPlayers = endpoint({
  method: 'GET',
  path: '/operator/players',
  tag: 'operator',
  access: 'operator',
  may: 'players.read',
  summary:
    'List players: all, or those that fit a number, mailbox, nickname, wallet, deposit address or transaction',
  query: v.object({
    /**
     * Its list goes by how it fits: named in full, then by e-mail address, then by nickname. Without `players.money` an
     * address is found by the whole of it.
     */
    search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(120))),
    /** The order of all players. `email` needs `players.money`: without it they go by number. */
    sort: v.optional(v.picklist(['uid', 'email'])),
    direction: v.optional(v.picklist(['up', 'down'])),
    state: v.optional(v.picklist(PLAYER_STATES)),
    after: v.optional(CursorSchema),
  }),
  data: v.object({ players: v.array(PlayerRowSchema), next: v.nullable(CursorSchema) }),
  errors: [],
})

const PlayerDetailSchema = v.object({
  ...PlayerRowSchema.entries,
  locale: v.string(),
  closedAt: v.nullable(MomentSchema),
  level: CountSchema,
  balances: v.array(
    v.object({
      coin: CoinIdSchema,
      available: DecimalSchema,
      locked: DecimalSchema,
      pending: DecimalSchema,
    }),
  ),
  /** Sums since the account was opened; null for those who may not read `players.money`. */
  sums: v.nullable(
    v.object({
      stakedUsd: DecimalSchema,
      /** The result of the house: stakes minus payouts. */
      resultUsd: SignedDecimalSchema,
      depositedUsd: DecimalSchema,
      withdrawnUsd: DecimalSchema,
    }),
  ),
  waysIn: v.object({
    password: v.boolean(),
    passkeys: CountSchema,
    wallets: CountSchema,
    twoStep: v.boolean(),
  }),
  breakUntil: v.nullable(v.union([MomentSchema, v.literal('forever')])),
  /** As the player has set them. */
  limits: v.array(v.object({ kind: v.string(), period: v.string(), value: v.string() })),
  sessions: v.array(
    v.object({ id: v.string(), device: v.string(), startedAt: MomentSchema, lastSeenAt: MomentSchema }),
  ),
  /** Accounts with the same device, wallet or mailbox; empty for those who may not read `players.money`. */
  links: v.array(v.object({ uid: UidSchema, by: v.string() })),
})
export type PlayerDetail = v.InferOutput<typeof PlayerDetailSchema>

const PLAYER = v.object({ uid: UidParamSchema })
const PAGE = v.object({ after: v.optional(CursorSchema) })

export const getPlayer = endpoint({
  method: 'GET',
  path: '/operator/players/:uid',
  tag: 'operator',
  access: 'operator',
  may: 'players.read',
  summary: 'Get a player: state, limits, break, sessions, balances',
  params: PLAYER,
  data: PlayerDetailSchema,
  errors: ['not_found'],
})

const PlayerPaymentSchema = v.object({
  id: RowIdSchema,
  kind: v.picklist(['deposit', 'withdrawal']),
  at: MomentSchema,
  coin: CoinIdSchema,
  amount: DecimalSchema,
  status: v.string(),
  /** The address of the other side; shortened for those who may not read `players.money`. */
  address: v.nullable(v.string()),
  txId: v.nullable(v.string()),
})
export type PlayerPayment = v.InferOutput<typeof PlayerPaymentSchema>

export const listPlayerPayments = endpoint({
  method: 'GET',
  path: '/operator/players/:uid/payments',
  tag: 'operator',
  access: 'operator',
  may: 'players.read',
  summary: 'List deposits and withdrawals of a player, newest first',
  params: PLAYER,
  query: PAGE,
  data: v.object({ payments: v.array(PlayerPaymentSchema), next: v.nullable(CursorSchema) }),
  errors: ['not_found'],
})

const PlayerMovementSchema = v.object({
  transaction: RowIdSchema,
  kind: v.string(),
  at: MomentSchema,
  /** Changes of the player's accounts, by kind of account. */
  postings: v.array(v.object({ account: v.string(), ...CoinAmountSchema.entries })),
})
export type PlayerMovement = v.InferOutput<typeof PlayerMovementSchema>

export const listPlayerMovements = endpoint({
  method: 'GET',
  path: '/operator/players/:uid/movements',
  tag: 'operator',
  access: 'operator',
  may: 'players.money',
  summary: 'List movements of the ledger of a player, newest first',
  params: PLAYER,
  query: PAGE,
  data: v.object({ movements: v.array(PlayerMovementSchema), next: v.nullable(CursorSchema) }),
  errors: ['not_found'],
})

const PlayerBetSchema = v.object({
  id: RowIdSchema,
  game: v.string(),
  /** Null for Koi's own games. */
  provider: v.nullable(v.string()),
  at: MomentSchema,
  coin: CoinIdSchema,
  stake: DecimalSchema,
  payout: DecimalSchema,
  /** Times the stake, such as `1.98`; null for games of providers. */
  multiplier: v.nullable(DecimalSchema),
})
export type PlayerBet = v.InferOutput<typeof PlayerBetSchema>

export const listPlayerBets = endpoint({
  method: 'GET',
  path: '/operator/players/:uid/bets',
  tag: 'operator',
  access: 'operator',
  may: 'players.money',
  summary: 'List settled bets of a player, newest first',
  params: PLAYER,
  query: PAGE,
  data: v.object({ bets: v.array(PlayerBetSchema), next: v.nullable(CursorSchema) }),
  errors: ['not_found'],
})

export const listPlayerRewards = endpoint({
  method: 'GET',
  path: '/operator/players/:uid/rewards',
  tag: 'operator',
  access: 'operator',
  may: 'players.money',
  summary: 'List what a player was given, newest first, with what earned it',
  params: PLAYER,
  data: v.array(
    v.object({ at: MomentSchema, kind: v.string(), ...CoinAmountSchema.entries, what: v.string() }),
  ),
  errors: ['not_found'],
})

export const endPlayerSessions = endpoint({
  method: 'POST',
  path: '/operator/players/:uid/end-sessions',
  tag: 'operator',
  access: 'operator',
  may: 'players.sessions',
  summary: 'End all sessions of a player',
  params: PLAYER,
  body: v.object({ why: WhySchema }),
  data: v.object({ ended: CountSchema }),
  errors: ['not_found'],
})
