import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { SlugSchema } from './games.ts'
import { IdempotencyKeySchema } from './idempotency-key.ts'
import {
  CoinIdSchema,
  CountSchema,
  DecimalSchema,
  JsonObjectSchema,
  MomentSchema,
  RowIdSchema,
  SignedDecimalSchema,
} from './values.ts'

// Bets for a balance. Stakes, payouts and limits are whole coins as decimal numbers; multipliers are numbers such as
// 1.98, with four decimals at most. Values of one game (params, outcome, steps) have the form of its rules in
// `src/rules`, which the verifier uses, too.

export const BETS_PER_PAGE = 30
/** For exports. */
export const MAX_BETS_PER_PAGE = 200
/** A page has fewer bets if they have more receipts, and at least one bet. */
export const MAX_RECEIPTS_PER_PAGE = 1_000
export const SEED_PAIRS_PER_PAGE = 20
/** A round without a step is settled by the published rule after this time. */
export const ROUND_LAPSES_AFTER_HOURS = 24

/** SHA-256 as hexadecimal text. */
export const HashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** Chosen by the player: 1 to 64 characters without control characters. */
export const ClientSeedSchema = v.pipe(
  v.string(),
  v.nonEmpty('required'),
  v.check(
    (seed) => Array.from(seed).length <= 64 && !/[\p{Control}\p{Surrogate}]/u.test(seed),
    'client_seed',
  ),
)
/** Above zero, with digits that the ledger can hold. */
export const StakeSchema = v.pipe(v.string(), v.regex(/^(?=.*[1-9])(?:0|[1-9]\d{0,11})(?:\.\d{1,8})?$/))
const MultiplierSchema = v.pipe(v.number(), v.finite(), v.minValue(0))
const GameValueSchema = JsonObjectSchema
const OutcomeSchema = v.union([v.number(), v.string(), v.array(v.union([v.number(), v.string()]))])

/** The pair of the next bet, and the commitment to the next server seed. */
export const SeedPairSchema = v.object({
  /** Null, like the client seed, before the first `POST /seeds`; no bet is accepted without a pair. */
  serverSeedHash: v.nullable(HashSchema),
  clientSeed: v.nullable(v.string()),
  /** Nonce of the next bet, equal to the number of bets made with the pair. */
  nonce: CountSchema,
  nextServerSeedHash: HashSchema,
})
export type SeedPair = v.InferOutput<typeof SeedPairSchema>

export const RevealedPairSchema = v.object({
  serverSeed: v.string(),
  serverSeedHash: HashSchema,
  clientSeed: v.string(),
  /** Their nonces are 0 to `betCount - 1`. */
  betCount: CountSchema,
  revealedAt: MomentSchema,
})
export type RevealedPair = v.InferOutput<typeof RevealedPairSchema>

export const getSeeds = endpoint({
  method: 'GET',
  path: '/seeds',
  tag: 'play',
  access: 'player',
  summary: 'Get the seed pair of the next bet, and the commitment to the next server seed',
  data: SeedPairSchema,
  errors: [],
})

export const changeSeeds = endpoint({
  method: 'POST',
  path: '/seeds',
  tag: 'play',
  access: 'player',
  summary:
    'Start a pair of the committed next server seed and a client seed of the player; the earlier pair is revealed',
  body: v.object({
    clientSeed: ClientSeedSchema,
    /** The commitment that the player saw: another one is refused. */
    nextServerSeedHash: HashSchema,
  }),
  data: v.object({
    current: SeedPairSchema,
    /** Null for the first pair. */
    revealed: v.nullable(RevealedPairSchema),
  }),
  errors: ['round_open', 'seed_commitment_wrong'],
})

export const listPastSeeds = endpoint({
  method: 'GET',
  path: '/seeds/past',
  tag: 'play',
  access: 'player',
  summary: 'List revealed seed pairs, latest first',
  query: v.object({ after: v.optional(RowIdSchema) }),
  data: v.object({ pairs: v.array(RevealedPairSchema), next: v.nullable(RowIdSchema) }),
  errors: [],
})

/** Signed by the server, for the player to keep (docs/games.md). */
export const ReceiptSchema = v.object({
  /** Canonical JSON: the signature is over exactly these UTF-8 bytes. */
  receipt: v.string(),
  /** Id of the key; `/config` has the public keys. */
  kid: v.string(),
  /** Ed25519, base64url. */
  signature: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{86}$/)),
})
export type Receipt = v.InferOutput<typeof ReceiptSchema>

const SeedsOfBetSchema = v.object({
  serverSeedHash: HashSchema,
  /** Null until the pair is revealed. */
  serverSeed: v.nullable(v.string()),
  clientSeed: v.string(),
  nonce: CountSchema,
})
/**
 * The salt of a round is the first value of the beacon after betting closed: its number, and its signature if the
 * beacon signs (drand: BLS).
 */
export const CrashBeaconSchema = v.object({
  lockedAt: v.pipe(v.number(), v.finite()),
  round: CountSchema,
  signature: v.nullable(v.string()),
})

/** Seeds of a shared round; hash and salt are null until it is over. */
const SharedSeedsSchema = v.object({
  round: RowIdSchema,
  gameHash: v.nullable(HashSchema),
  salt: v.nullable(v.string()),
  /** Absent without a salt. */
  beacon: v.optional(CrashBeaconSchema),
})

/**
 * In Crash also: `crash` (the rest of the bet is lost), `void` (it is returned) and `cancelled` (before the round was
 * locked).
 */
export const ROUND_ENDS = ['step', 'cash-out', 'lapsed', 'crash', 'void', 'cancelled'] as const
export type RoundEnd = (typeof ROUND_ENDS)[number]

/** With its revealed seeds the verifier accepts it unchanged. */
export const BetSchema = v.object({
  id: RowIdSchema,
  game: SlugSchema,
  coin: CoinIdSchema,
  /** Time of settlement. */
  at: MomentSchema,
  params: GameValueSchema,
  stake: DecimalSchema,
  /** Paid per unit of the stake; 0 when all was lost. */
  multiplier: MultiplierSchema,
  payout: DecimalSchema,
  outcome: OutcomeSchema,
  seeds: SeedsOfBetSchema,
  steps: v.optional(v.array(GameValueSchema)),
  endedBy: v.optional(v.picklist(ROUND_ENDS)),
  /** The house has paid its stake. */
  free: v.optional(v.literal(true)),
})
export type Bet = v.InferOutput<typeof BetSchema>

/** With hash and salt of its round the verifier accepts it unchanged. */
export const SharedBetSchema = v.object({
  ...BetSchema.entries,
  /** Null while the round is open, and if it was void. */
  outcome: v.nullable(v.number()),
  seeds: SharedSeedsSchema,
})
export type SharedBet = v.InferOutput<typeof SharedBetSchema>

export const AnyBetSchema = v.union([BetSchema, SharedBetSchema])
export type AnyBet = v.InferOutput<typeof AnyBetSchema>

/** True if the player's seeds decide the bet, false for a shared round. */
export const isSeededBet = (bet: AnyBet): bet is Bet => 'serverSeedHash' in bet.seeds

/** An open round, without its hidden values. */
export const RoundSchema = v.object({
  id: RowIdSchema,
  game: SlugSchema,
  coin: CoinIdSchema,
  startedAt: MomentSchema,
  /** Settled by the published rule if no step comes until then. */
  lapsesAt: MomentSchema,
  params: GameValueSchema,
  stake: DecimalSchema,
  seeds: SeedsOfBetSchema,
  steps: v.array(GameValueSchema),
  /** The visible part, in the form of the game's rules. */
  view: GameValueSchema,
  multiplier: v.nullable(MultiplierSchema),
  payout: v.nullable(DecimalSchema),
})
export type Round = v.InferOutput<typeof RoundSchema>

const WithReceiptsSchema = v.optional(v.literal('true'))
/** By bet id, oldest first; absent unless requested. */
const ReceiptsOfBetsSchema = v.optional(v.record(v.string(), v.array(ReceiptSchema)))

const afterPlay = {
  /** Playable balance of the bet's coin after the request. */
  balance: v.object({ coin: CoinIdSchema, available: DecimalSchema }),
  /** Null for a step that decided nothing. */
  receipt: v.nullable(ReceiptSchema),
}
const SettledAnswerSchema = v.object({ status: v.literal('settled'), bet: BetSchema, ...afterPlay })
export const PlayAnswerSchema = v.variant('status', [
  SettledAnswerSchema,
  v.object({ status: v.literal('open'), round: RoundSchema, ...afterPlay }),
])
export type PlayAnswer = v.InferOutput<typeof PlayAnswerSchema>

/** A refused bet moves no money and uses no nonce. */
export const BET_ERRORS = [
  'bad_params',
  'stake_too_small',
  'stake_too_large',
  'payout_too_large',
  'insufficient_funds',
  'game_paused',
  'too_soon',
  'break_active',
  'limit_reached',
  'round_open',
  'rate_stale',
  'client_seed_missing',
  'key_reused',
  'auto_play_ended',
  'auto_play_step_taken',
] as const

export const placeBet = endpoint({
  method: 'POST',
  path: '/bets',
  tag: 'play',
  access: 'player',
  summary: 'Bet: settled at once, or the start of a round in games of several steps. Idempotent by key',
  body: v.object({
    idempotencyKey: IdempotencyKeySchema,
    game: SlugSchema,
    coin: CoinIdSchema,
    stake: StakeSchema,
    params: GameValueSchema,
    /** Set if the bet is a step of an auto-play. */
    autoPlay: v.optional(v.object({ id: RowIdSchema, step: v.pipe(CountSchema, v.minValue(1)) })),
  }),
  data: PlayAnswerSchema,
  errors: [...BET_ERRORS, 'not_found'],
})

export const listBets = endpoint({
  method: 'GET',
  path: '/bets',
  tag: 'play',
  access: 'player',
  summary: 'List settled bets of the player, newest first',
  query: v.object({
    game: v.optional(SlugSchema),
    coin: v.optional(CoinIdSchema),
    /** `won`: paid more than the stake. `lost`: paid less. */
    result: v.optional(v.picklist(['won', 'lost'])),
    /** First and last time, both included. */
    from: v.optional(MomentSchema),
    to: v.optional(MomentSchema),
    minMultiplier: v.optional(DecimalSchema),
    serverSeedHash: v.optional(HashSchema),
    /** `next` of the page before. */
    after: v.optional(RowIdSchema),
    limit: v.optional(v.picklist([String(BETS_PER_PAGE), String(MAX_BETS_PER_PAGE)])),
    receipts: WithReceiptsSchema,
  }),
  data: v.object({
    bets: v.array(AnyBetSchema),
    next: v.nullable(RowIdSchema),
    receipts: ReceiptsOfBetsSchema,
  }),
  errors: [],
})

export const CHAIN_PER_PAGE = 500

export const listReceipts = endpoint({
  method: 'GET',
  path: '/receipts',
  tag: 'play',
  access: 'player',
  summary:
    'List receipts of the player in their chain, oldest first; for a seed pair from its first bet to its last, including those of other bets in between',
  query: v.object({
    serverSeedHash: v.optional(HashSchema),
    after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,18}-\d{1,18}$/))),
  }),
  data: v.object({ receipts: v.array(ReceiptSchema), next: v.nullable(v.string()) }),
  errors: [],
})

export const getBet = endpoint({
  method: 'GET',
  path: '/bets/:id',
  tag: 'play',
  access: 'player',
  summary: 'Get a settled bet with its receipts',
  params: v.object({ id: RowIdSchema }),
  data: v.object({ bet: AnyBetSchema, receipts: v.array(ReceiptSchema) }),
  errors: ['not_found'],
})

export const getBetByKey = endpoint({
  method: 'GET',
  path: '/bets/by-key/:key',
  tag: 'play',
  access: 'player',
  summary: 'Get the result of the bet with this key, after a lost answer',
  params: v.object({ key: IdempotencyKeySchema }),
  data: PlayAnswerSchema,
  errors: ['not_found'],
})

export const listRounds = endpoint({
  method: 'GET',
  path: '/rounds',
  tag: 'play',
  access: 'player',
  summary: 'List open rounds of the player',
  query: v.object({ receipts: WithReceiptsSchema }),
  data: v.object({ rounds: v.array(RoundSchema), receipts: ReceiptsOfBetsSchema }),
  errors: [],
})

const roundParams = v.object({ id: RowIdSchema })

export const takeStep = endpoint({
  method: 'POST',
  path: '/rounds/:id/steps',
  tag: 'play',
  access: 'player',
  summary: 'Take a step of an open round. Idempotent by key',
  params: roundParams,
  body: v.object({
    idempotencyKey: IdempotencyKeySchema,
    step: GameValueSchema,
    /** Number of steps that the player has seen: the step is refused if the round has advanced elsewhere. */
    after: v.optional(CountSchema),
  }),
  data: PlayAnswerSchema,
  errors: ['not_found', 'round_settled', 'bad_step', 'payout_too_large', 'key_reused', 'too_soon'],
})

export const cashOut = endpoint({
  method: 'POST',
  path: '/rounds/:id/cash-out',
  tag: 'play',
  access: 'player',
  summary: 'Cash out an open round',
  params: roundParams,
  body: v.object({ idempotencyKey: IdempotencyKeySchema }),
  data: SettledAnswerSchema,
  errors: ['not_found', 'round_settled', 'bad_step', 'key_reused'],
})

/** In whole coins. */
export const BetLimitsSchema = v.object({
  coin: CoinIdSchema,
  /** Decimals of the coin's smallest unit. */
  decimals: CountSchema,
  minStake: DecimalSchema,
  /** For any game; a bet's highest multiplier and `maxPayout` may allow less. */
  maxStake: DecimalSchema,
  maxPayout: DecimalSchema,
})
export type BetLimits = v.InferOutput<typeof BetLimitsSchema>

export const listBetLimits = endpoint({
  method: 'GET',
  path: '/bet-limits',
  tag: 'play',
  access: 'public',
  isOpen: true,
  summary: 'List smallest and largest stake and highest payout of each coin, at its last price',
  data: v.array(BetLimitsSchema),
  errors: [],
})

export const AUTO_PLAY_ENDS = [
  'count',
  'profit',
  'loss',
  'single-win',
  'stake-cap',
  'balance',
  'limit',
  'break',
  'paused',
  'stopped',
  'lapsed',
] as const
export type AutoPlayEnd = (typeof AUTO_PLAY_ENDS)[number]

export const AutoPlaySchema = v.object({
  id: RowIdSchema,
  game: SlugSchema,
  coin: CoinIdSchema,
  /** Bets it may make; null for no limit besides the stops. */
  count: v.nullable(CountSchema),
  /** Bets made so far: the next one is step `done + 1`. */
  done: CountSchema,
  /** Result so far: a decimal number that may be negative. */
  net: SignedDecimalSchema,
  ended: v.nullable(v.picklist(AUTO_PLAY_ENDS)),
  /** It ends if no bet comes until then. */
  lapsesAt: MomentSchema,
})
export type AutoPlay = v.InferOutput<typeof AutoPlaySchema>

export const startAutoPlay = endpoint({
  method: 'POST',
  path: '/auto-plays',
  tag: 'play',
  access: 'player',
  summary: 'Start an auto-play; the server enforces its stops. One at a time',
  body: v.object({
    idempotencyKey: IdempotencyKeySchema,
    game: SlugSchema,
    coin: CoinIdSchema,
    count: v.nullable(v.pipe(CountSchema, v.minValue(1), v.maxValue(1_000_000))),
    highestStake: StakeSchema,
    /** It ends before a bet whose loss would exceed this total. */
    stopOnLoss: v.nullable(StakeSchema),
    /** It ends at this total win. */
    stopOnProfit: v.nullable(StakeSchema),
    /** It ends after a bet that wins this much. */
    stopOnSingleWin: v.nullable(StakeSchema),
  }),
  data: AutoPlaySchema,
  errors: ['auto_play_open', 'auto_play_forbidden', 'game_paused', 'break_active', 'not_found', 'key_reused'],
})

export const getAutoPlay = endpoint({
  method: 'GET',
  path: '/auto-plays/:id',
  tag: 'play',
  access: 'player',
  summary: 'Get the progress of an auto-play',
  params: v.object({ id: RowIdSchema }),
  data: AutoPlaySchema,
  errors: ['not_found'],
})

export const stopAutoPlay = endpoint({
  method: 'DELETE',
  path: '/auto-plays/:id',
  tag: 'play',
  access: 'player',
  summary: 'End an auto-play; idempotent',
  params: v.object({ id: RowIdSchema }),
  data: AutoPlaySchema,
  errors: ['not_found'],
})
