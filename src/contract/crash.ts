import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { IdempotencyKeySchema } from './idempotency-key.ts'
import { PUBLIC_PLAYER } from './public-player.ts'
import { DaySchema } from './seal.ts'
import { BET_ERRORS, CrashBeaconSchema, HashSchema, ReceiptSchema, StakeSchema } from './play.ts'
import { CoinIdSchema, CountSchema, DecimalSchema, MomentSchema, RowIdSchema } from './values.ts'

// Crash: rounds that all players share. Stakes and payouts are whole coins as decimal numbers; multipliers are
// numbers with two decimals, such as 2.31. Times for screens are milliseconds since the epoch by the server's clock.

export const CRASH_BETTING_MS = 6_000
/** Least time from the announcement to the start of the curve, so that all screens start together. */
export const CRASH_START_AHEAD_MS = 300
/** At the end of a round each client waits a random part of this time before it requests its bets. */
export const CRASH_ASK_WITHIN_MS = 500
/** A round whose beacon is silent for longer is void. */
export const CRASH_BEACON_WAIT_MS = 6_000
/** Interval of heartbeats while a curve rises, so that a screen soon notices a lost connection. */
export const CRASH_BEAT_MS = 200
export const CRASH_BETS_PER_ROUND = 2
/** In the snapshot, newest first. */
export const CRASH_LAST_ROUNDS = 20
/** Bets in the snapshot and its events; further ones are only counted. */
export const CRASH_LISTED_BETS = 200
export const CRASH_ROUNDS_PER_PAGE = 50
/** A day has thousands of rounds and is read completely. */
export const CRASH_ROUNDS_OF_DAY_PER_PAGE = 250

/**
 * `committed`: its place in the chain is fixed. `betting`: bets are accepted. `locked`: bets are closed, and the
 * beacon that decides the round does not exist yet. `running`: the curve rises. `crashed`: it has ended, and bets are
 * being settled. `settled` and `void` (stakes returned) are final.
 */
export const CRASH_STATUSES = [
  'committed',
  'betting',
  'locked',
  'running',
  'crashed',
  'settled',
  'void',
] as const
export type CrashStatus = (typeof CRASH_STATUSES)[number]

const MultiplierSchema = v.pipe(v.number(), v.finite(), v.minValue(1))
const MsSchema = v.pipe(v.number(), v.finite())

/** Multiplier of an automatic cash-out: 1.01 to 1,000,000, two decimals. */
export const CrashTargetSchema = v.pipe(
  v.number(),
  v.minValue(1.01),
  v.maxValue(1_000_000),
  v.check((target) => Math.abs(target * 100 - Math.round(target * 100)) < 1e-6, 'two_decimals'),
)

export const CrashRoundSchema = v.object({
  id: RowIdSchema,
  /** Place in the chain; the first game is 1. */
  game: v.pipe(CountSchema, v.minValue(1)),
  /** Last hash of the chain, published before its first game. */
  chain: HashSchema,
  status: v.picklist(CRASH_STATUSES),
  /**
   * These are null until the round is over. A void round shows its hash but no point, and its salt if it had one.
   */
  gameHash: v.nullable(HashSchema),
  salt: v.nullable(v.string()),
  point: v.nullable(MultiplierSchema),
  /** The salt is the first value of the beacon after this time. Absent until betting has closed. */
  lockedAt: v.optional(MsSchema),
  /** Start of the curve; null until it is decided. */
  startAt: v.nullable(MsSchema),
  /** Absent until the round is over, and without a salt. */
  beacon: v.optional(CrashBeaconSchema),
  bets: CountSchema,
  /** In US dollars with two decimals; coins count at the prices of their bets. */
  staked: DecimalSchema,
  paid: DecimalSchema,
})
export type CrashRound = v.InferOutput<typeof CrashRoundSchema>

/** `takeover`: a new leader found the cash-out recorded or its multiplier reached. */
export const CRASH_CASH_OUT_CAUSES = ['player', 'target', 'cap', 'takeover'] as const

export const CrashCashOutSchema = v.object({
  /** Percent of the stake: 50 or 100. */
  share: v.pipe(CountSchema, v.minValue(1), v.maxValue(100)),
  multiplier: MultiplierSchema,
  payout: DecimalSchema,
  by: v.picklist(CRASH_CASH_OUT_CAUSES),
  /** Arrival of the request at the server in milliseconds from the start of the curve; null without a request. */
  arrivedMs: v.nullable(MsSchema),
  /** Idempotency key of the request; null without a request. */
  key: v.nullable(IdempotencyKeySchema),
})

/** `placed`: a part is still in. `settled`: paid, or lost (`payout` 0). `refunded`: not played, stake returned. */
export const CRASH_BET_STATUSES = ['placed', 'settled', 'refunded', 'cancelled'] as const

/** The caller's own bet. */
export const CrashBetSchema = v.object({
  id: RowIdSchema,
  /** Idempotency key of its request, to find the bet when the answer was lost. */
  key: IdempotencyKeySchema,
  round: RowIdSchema,
  coin: CoinIdSchema,
  stake: DecimalSchema,
  /** Automatic cash-out; null for none. */
  autoAt: v.nullable(MultiplierSchema),
  /** The highest payout is reached here, so the bet is cashed out. Shown before the bet, fixed with it. */
  capAt: MultiplierSchema,
  status: v.picklist(CRASH_BET_STATUSES),
  cashOuts: v.array(CrashCashOutSchema),
  /** Sum of all cash-outs. */
  payout: DecimalSchema,
})
export type CrashBet = v.InferOutput<typeof CrashBetSchema>

/** A bet as all players see it. */
export const CrashListedBetSchema = v.object({
  /** Identifies the bet, and does not reveal its player. */
  id: v.string(),
  ...PUBLIC_PLAYER,
  coin: CoinIdSchema,
  stake: DecimalSchema,
  /** Multiplier of the last cash-out; null while the bet is in. */
  cashedAt: v.nullable(MultiplierSchema),
  payout: DecimalSchema,
})
export type CrashListedBet = v.InferOutput<typeof CrashListedBetSchema>

export type CrashCashOut = v.InferOutput<typeof CrashCashOutSchema>

/** Milliseconds from the arrival of a request to its decision, over the last 24 hours. */
export const CrashLatencySchema = v.object({
  p50: MsSchema,
  p95: MsSchema,
  p99: MsSchema,
  cashOuts: CountSchema,
  /** Part of cash-outs that arrived after the crash, 0 to 1. */
  lostShare: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
})

export type CrashLatency = v.InferOutput<typeof CrashLatencySchema>

export const CrashSnapshotSchema = v.object({
  /** The server's clock at the answer. */
  now: MsSchema,
  /** Newest change of `round`: events up to this number are older. */
  seq: CountSchema,
  round: v.object({
    ...CrashRoundSchema.entries,
    /** End of betting; null outside of `betting`. */
    locksAt: v.nullable(MsSchema),
    listed: v.array(CrashListedBetSchema),
  }),
  /** Bets of the caller in this round and the one before; empty for visitors. */
  mine: v.array(CrashBetSchema),
  /** Newest first. */
  last: v.array(CrashRoundSchema),
  /** Null before the first cash-out. */
  latency: v.nullable(CrashLatencySchema),
  /** Void rounds of the last 24 hours. */
  voids: CountSchema,
})
export type CrashSnapshot = v.InferOutput<typeof CrashSnapshotSchema>

/**
 * Events of the topic `crash`, ordered by `seq`, which counts within a round. A client that misses one requests the
 * snapshot. Multipliers are not sent: screens draw the curve from `startAt` and their offset to the server's clock.
 */
export const CrashEventSchema = v.variant('type', [
  /** A round has a new status. */
  v.object({
    type: v.literal('round'),
    seq: CountSchema,
    now: MsSchema,
    round: CrashRoundSchema,
    locksAt: v.nullable(MsSchema),
  }),
  /** New, changed and cancelled bets, at most twice a second. */
  v.object({
    type: v.literal('bets'),
    seq: CountSchema,
    round: RowIdSchema,
    /** New or changed. */
    listed: v.array(CrashListedBetSchema),
    /** Ids of cancelled bets. */
    gone: v.array(v.string()),
    bets: CountSchema,
    staked: DecimalSchema,
  }),
  /** Every `CRASH_BEAT_MS` while a round runs; a screen that gets none for longer shows that. */
  v.object({ type: v.literal('beat'), round: RowIdSchema, now: MsSchema }),
])
export type CrashEvent = v.InferOutput<typeof CrashEventSchema>

/** A screen calls it several times to measure the offset of its clock. */
export const getCrashClock = endpoint({
  method: 'GET',
  path: '/crash/clock',
  tag: 'crash',
  access: 'public',
  isOpen: true,
  summary: 'Get the clock of rounds; needs no database',
  data: v.object({ now: MsSchema }),
  errors: [],
})

export const getCrashLatency = endpoint({
  method: 'GET',
  path: '/crash/latency',
  tag: 'crash',
  access: 'public',
  isOpen: true,
  summary: 'Get the decision times of cash-outs in the last 24 hours; null without cash-outs',
  data: v.nullable(CrashLatencySchema),
  errors: [],
})

export const getCrash = endpoint({
  method: 'GET',
  path: '/crash',
  tag: 'crash',
  access: 'optional',
  summary: 'Get the present round, the last rounds, and the caller’s bets',
  data: CrashSnapshotSchema,
  errors: [],
})

const balanceAfter = { balance: v.object({ coin: CoinIdSchema, available: DecimalSchema }) }
export const CrashAnswerSchema = v.object({
  bet: CrashBetSchema,
  ...balanceAfter,
  receipt: v.nullable(ReceiptSchema),
})
export type CrashAnswer = v.InferOutput<typeof CrashAnswerSchema>

export const placeCrashBet = endpoint({
  method: 'POST',
  path: '/crash/bets',
  tag: 'crash',
  access: 'player',
  summary: 'Bet in the round that accepts bets now. Idempotent by key',
  body: v.object({
    idempotencyKey: IdempotencyKeySchema,
    coin: CoinIdSchema,
    stake: StakeSchema,
    autoAt: v.optional(CrashTargetSchema),
    /** Set if the bet is a step of an auto-play. */
    autoPlay: v.optional(v.object({ id: RowIdSchema, step: v.pipe(CountSchema, v.minValue(1)) })),
  }),
  data: CrashAnswerSchema,
  /** `betting_closed`: the round accepts no more bets; `bets_full`: the player has two in it. */
  errors: [...BET_ERRORS, 'betting_closed', 'bets_full'],
})

const betParams = v.object({ id: RowIdSchema })

export const cancelCrashBet = endpoint({
  method: 'DELETE',
  path: '/crash/bets/:id',
  tag: 'crash',
  access: 'player',
  summary: 'Cancel a bet before its round is locked; idempotent',
  params: betParams,
  data: CrashAnswerSchema,
  errors: ['not_found', 'betting_closed'],
})

export const cashOutCrashBet = endpoint({
  method: 'POST',
  path: '/crash/bets/:id/cash-out',
  tag: 'crash',
  access: 'player',
  summary: 'Cash out a bet at the multiplier of the request’s arrival. Idempotent by key',
  params: betParams,
  body: v.object({
    idempotencyKey: IdempotencyKeySchema,
    /** Percent of the stake. 50 leaves the other half in. */
    share: v.optional(v.picklist([50, 100]), 100),
  }),
  data: CrashAnswerSchema,
  /**
   * `round_not_running`: the curve has not reached 1.01×; `round_settled`: the request came after the crash, or the
   * bet is over.
   */
  errors: ['not_found', 'round_not_running', 'round_settled', 'key_reused'],
})

export const getCrashBetByKey = endpoint({
  method: 'GET',
  path: '/crash/bets/by-key/:key',
  tag: 'crash',
  access: 'player',
  summary: 'Get the result of the bet or the cash-out with this key, after a lost answer',
  params: v.object({ key: IdempotencyKeySchema }),
  data: CrashAnswerSchema,
  errors: ['not_found'],
})

export const listCrashRounds = endpoint({
  method: 'GET',
  path: '/crash/rounds',
  tag: 'crash',
  access: 'public',
  isOpen: true,
  summary: 'List finished rounds, newest first; with `day` the rounds in the seal of that day',
  query: v.object({ after: v.optional(RowIdSchema), day: v.optional(DaySchema) }),
  data: v.object({
    rounds: v.array(CrashRoundSchema),
    next: v.nullable(RowIdSchema),
    /** As requested. */
    day: v.optional(DaySchema),
  }),
  errors: [],
})

/** Source of a round's salt. `drand-quicknet`: its first round after the lock; `practice-chain`: its first block. */
export const CRASH_SALT_RULES = ['drand-quicknet', 'practice-chain'] as const
export type CrashChainSalt = (typeof CRASH_SALT_RULES)[number]

const PublishedChainSchema = v.object({
  lastHash: HashSchema,
  length: CountSchema,
  publishedAt: MomentSchema,
})

export const CrashChainSchema = v.object({
  /** SHA-256 steps lead from each game's hash to the one before, and from the first to this. */
  lastHash: HashSchema,
  length: CountSchema,
  played: CountSchema,
  saltRule: v.picklist(CRASH_SALT_RULES),
  publishedAt: MomentSchema,
  /** The chain after this one; null before it is prepared, which is long before the end. */
  successor: v.nullable(PublishedChainSchema),
  /** Chains before this one, newest first: older rounds belong to them. */
  earlier: v.array(PublishedChainSchema),
})

export const getCrashChain = endpoint({
  method: 'GET',
  path: '/crash/chain',
  tag: 'crash',
  access: 'public',
  isOpen: true,
  summary: 'Get the data published before the first game of the present chain',
  data: CrashChainSchema,
  errors: [],
})
