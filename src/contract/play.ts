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
} from './values.ts'

// Bets for a balance. Stakes, payouts and limits are whole coins as decimal numbers; multipliers are numbers such as
// 1.98, with four decimals at most. What belongs to one game (params, outcome, steps) has the form that its rules
// in `src/rules` read and write, which is also what the verifier takes.

/** Bets of one page of the list. */
export const BETS_PER_PAGE = 30
/** Of a page asked for by an export. */
export const MAX_BETS_PER_PAGE = 200
/** Receipts of one page: it has fewer bets where those have more, and one at least. */
export const MAX_RECEIPTS_PER_PAGE = 1_000
/** Seed pairs of one page. */
export const SEED_PAIRS_PER_PAGE = 20
/** A round without a step for so long is settled by the published rule. */
export const ROUND_LAPSES_AFTER_HOURS = 24

/** SHA-256 as hexadecimal text. */
export const HashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** A client seed as a player may choose it: 1 to 64 characters, none of them a control character. */
export const ClientSeedSchema = v.pipe(
  v.string(),
  v.nonEmpty('required'),
  v.check(
    (seed) => Array.from(seed).length <= 64 && !/[\p{Control}\p{Surrogate}]/u.test(seed),
    'client_seed',
  ),
)
/** A stake: above zero, digits that the ledger can hold. */
export const StakeSchema = v.pipe(v.string(), v.regex(/^(?=.*[1-9])(?:0|[1-9]\d{0,11})(?:\.\d{1,8})?$/))
const MultiplierSchema = v.pipe(v.number(), v.finite(), v.minValue(0))
/** Of one game, read by its rules. */
const GameValueSchema = JsonObjectSchema
const OutcomeSchema = v.union([v.number(), v.string(), v.array(v.union([v.number(), v.string()]))])

/** The pair that the next bet is drawn with, and the commitment to the server seed that follows it. */
export const SeedPairSchema = v.object({
  /** Null, as the client seed, before the player has begun the first pair with `POST /seeds`: no bet is taken without. */
  serverSeedHash: v.nullable(HashSchema),
  clientSeed: v.nullable(v.string()),
  /** Of the next bet, which is the number of bets made with the pair. */
  nonce: CountSchema,
  nextServerSeedHash: HashSchema,
})
export type SeedPair = v.InferOutput<typeof SeedPairSchema>

/** A pair that is no longer played with. */
export const RevealedPairSchema = v.object({
  serverSeed: v.string(),
  serverSeedHash: HashSchema,
  clientSeed: v.string(),
  /** Bets made with it; their nonces are 0 to `betCount - 1`. */
  betCount: CountSchema,
  revealedAt: MomentSchema,
})
export type RevealedPair = v.InferOutput<typeof RevealedPairSchema>

export const getSeeds = endpoint({
  method: 'GET',
  path: '/seeds',
  tag: 'play',
  access: 'player',
  summary: 'The seed pair of the next bet, and the commitment to the server seed after it',
  data: SeedPairSchema,
  errors: [],
})

export const changeSeeds = endpoint({
  method: 'POST',
  path: '/seeds',
  tag: 'play',
  access: 'player',
  summary:
    'Begin the pair of the server seed that was committed to as next, with a client seed of the player; the one before is revealed',
  body: v.object({
    clientSeed: ClientSeedSchema,
    /** The commitment that was shown to the player: another one is refused. */
    nextServerSeedHash: HashSchema,
  }),
  data: v.object({
    current: SeedPairSchema,
    /** Null where there was no pair before. */
    revealed: v.nullable(RevealedPairSchema),
  }),
  errors: ['round_open', 'seed_commitment_wrong'],
})

export const listPastSeeds = endpoint({
  method: 'GET',
  path: '/seeds/past',
  tag: 'play',
  access: 'player',
  summary: 'Revealed seed pairs, the latest first',
  query: v.object({ after: v.optional(RowIdSchema) }),
  data: v.object({ pairs: v.array(RevealedPairSchema), next: v.nullable(RowIdSchema) }),
  errors: [],
})

/** What the server has signed, to be kept by the player (docs/games.md). */
export const ReceiptSchema = v.object({
  /** Canonical JSON: the signature is over exactly these UTF-8 bytes. */
  receipt: v.string(),
  /** Id of the key; `/config` has the public ones. */
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
 * When no bet was taken any more, and the first value of the beacon after that, which is the salt: its number, and its
 * signature where the beacon signs (drand: BLS).
 */
export const CrashBeaconSchema = v.object({
  /** In milliseconds since the epoch. */
  lockedAt: v.pipe(v.number(), v.finite()),
  round: CountSchema,
  signature: v.nullable(v.string()),
})

/** What decides a bet in a round that all players share; hash and salt are null until that round is over. */
const SharedSeedsSchema = v.object({
  /** Id of the round. */
  round: RowIdSchema,
  gameHash: v.nullable(HashSchema),
  salt: v.nullable(v.string()),
  /** Left out where there is no salt. */
  beacon: v.optional(CrashBeaconSchema),
})

/**
 * Why a round is over. In Crash also: `crash` (what was still in is lost), `void` (what was still in was given back)
 * and `cancelled` (before the round was locked).
 */
export const ROUND_ENDS = ['step', 'cash-out', 'lapsed', 'crash', 'void', 'cancelled'] as const
export type RoundEnd = (typeof ROUND_ENDS)[number]

/** A bet that is over. With its revealed seeds it can be given to the verifier as it is. */
export const BetSchema = v.object({
  id: RowIdSchema,
  game: SlugSchema,
  coin: CoinIdSchema,
  /** When it was settled. */
  at: MomentSchema,
  params: GameValueSchema,
  stake: DecimalSchema,
  /** What was paid for each unit of the stake; 0 when all was lost. */
  multiplier: MultiplierSchema,
  payout: DecimalSchema,
  outcome: OutcomeSchema,
  seeds: SeedsOfBetSchema,
  /** What the player did, in games of several steps. */
  steps: v.optional(v.array(GameValueSchema)),
  endedBy: v.optional(v.picklist(ROUND_ENDS)),
})
export type Bet = v.InferOutput<typeof BetSchema>

/** A bet of Crash that is over. With hash and salt of its round it can be given to the verifier as it is. */
export const SharedBetSchema = v.object({
  ...BetSchema.entries,
  /** Null while the round goes on, and where it was void. */
  outcome: v.nullable(v.number()),
  seeds: SharedSeedsSchema,
})
export type SharedBet = v.InferOutput<typeof SharedBetSchema>

/** A bet of any game that is over. */
export const AnyBetSchema = v.union([BetSchema, SharedBetSchema])
export type AnyBet = v.InferOutput<typeof AnyBetSchema>

/** Whether seeds of the player decide the bet, and no shared round. */
export const isSeededBet = (bet: AnyBet): bet is Bet => 'serverSeedHash' in bet.seeds

/** A round that waits for its player. Holds nothing of what is still hidden. */
export const RoundSchema = v.object({
  id: RowIdSchema,
  game: SlugSchema,
  coin: CoinIdSchema,
  startedAt: MomentSchema,
  /** It is settled by the published rule when nothing happens until then. */
  lapsesAt: MomentSchema,
  params: GameValueSchema,
  stake: DecimalSchema,
  seeds: SeedsOfBetSchema,
  steps: v.array(GameValueSchema),
  /** What its player may see of it, as the game's rules show it. */
  view: GameValueSchema,
  /** What cashing out pays now; null while there is nothing to cash out. */
  multiplier: v.nullable(MultiplierSchema),
  payout: v.nullable(DecimalSchema),
})
export type Round = v.InferOutput<typeof RoundSchema>

/** Asks for the receipts, too. */
const WithReceiptsSchema = v.optional(v.literal('true'))
/** By the id of their bet, the oldest first; left out unless they were asked for. */
const ReceiptsOfBetsSchema = v.optional(v.record(v.string(), v.array(ReceiptSchema)))

const afterPlay = {
  /** What the player has to play with of the bet's coin afterwards. */
  balance: v.object({ coin: CoinIdSchema, available: DecimalSchema }),
  /** Of this bet or step; null for a step that decided nothing. */
  receipt: v.nullable(ReceiptSchema),
}
const SettledAnswerSchema = v.object({ status: v.literal('settled'), bet: BetSchema, ...afterPlay })
export const PlayAnswerSchema = v.variant('status', [
  SettledAnswerSchema,
  v.object({ status: v.literal('open'), round: RoundSchema, ...afterPlay }),
])
export type PlayAnswer = v.InferOutput<typeof PlayAnswerSchema>

/** Refusals of a bet: nothing has moved, and no nonce was used. */
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
  summary:
    'Bet: settled at once, or the beginning of a round in games of several steps. The same key again answers the same and bets nothing',
  body: v.object({
    idempotencyKey: IdempotencyKeySchema,
    game: SlugSchema,
    coin: CoinIdSchema,
    stake: StakeSchema,
    params: GameValueSchema,
    /** The step of an auto-play that this bet is. */
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
  summary: 'Settled bets of the player, the newest first',
  query: v.object({
    game: v.optional(SlugSchema),
    coin: v.optional(CoinIdSchema),
    /** `won`: paid more than the stake. `lost`: paid less. */
    result: v.optional(v.picklist(['won', 'lost'])),
    /** First and last moment, both included. */
    from: v.optional(MomentSchema),
    to: v.optional(MomentSchema),
    minMultiplier: v.optional(DecimalSchema),
    /** Only bets of one seed pair. */
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

/** Receipts of one page of the chain. */
export const CHAIN_PER_PAGE = 500

export const listReceipts = endpoint({
  method: 'GET',
  path: '/receipts',
  tag: 'play',
  access: 'player',
  summary:
    'Receipts of the player as they follow each other, the oldest first: of a seed pair from its first bet to its last, with those of other bets in between',
  query: v.object({
    serverSeedHash: v.optional(HashSchema),
    /** `next` of the page before. */
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
  summary: 'One settled bet with its receipts',
  params: v.object({ id: RowIdSchema }),
  data: v.object({ bet: AnyBetSchema, receipts: v.array(ReceiptSchema) }),
  errors: ['not_found'],
})

export const getBetByKey = endpoint({
  method: 'GET',
  path: '/bets/by-key/:key',
  tag: 'play',
  access: 'player',
  summary: 'What became of the bet with this key, for whom its answer was lost',
  params: v.object({ key: IdempotencyKeySchema }),
  data: PlayAnswerSchema,
  errors: ['not_found'],
})

export const listRounds = endpoint({
  method: 'GET',
  path: '/rounds',
  tag: 'play',
  access: 'player',
  summary: 'Rounds that wait for the player',
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
  summary: 'One step of an open round; the same key again answers the same and does nothing',
  params: roundParams,
  body: v.object({
    idempotencyKey: IdempotencyKeySchema,
    step: GameValueSchema,
    /** How many steps of the round the player had seen: the step is refused where it has gone on elsewhere. */
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
  summary: 'End an open round with what it is worth',
  params: roundParams,
  body: v.object({ idempotencyKey: IdempotencyKeySchema }),
  data: SettledAnswerSchema,
  errors: ['not_found', 'round_settled', 'bad_step', 'key_reused'],
})

/** What may be staked and won, in whole coins. */
export const BetLimitsSchema = v.object({
  coin: CoinIdSchema,
  /** Of the coin's smallest unit. */
  decimals: CountSchema,
  minStake: DecimalSchema,
  /** In any game; the highest multiplier of a bet and `maxPayout` may allow less. */
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
  summary: 'Smallest and largest stake and highest payout of each coin, at its last price',
  data: v.array(BetLimitsSchema),
  errors: [],
})

/** Why an auto-play is over. */
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
  /** Bets it may make; null for as many as the stops allow. */
  count: v.nullable(CountSchema),
  /** Bets made so far: the next one is step `done + 1`. */
  done: CountSchema,
  /** Won or lost so far: a decimal number that may be negative. */
  net: v.pipe(v.string(), v.regex(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/)),
  /** Null while it goes on. */
  ended: v.nullable(v.picklist(AUTO_PLAY_ENDS)),
  /** It ends by itself when no bet comes until then. */
  lapsesAt: MomentSchema,
})
export type AutoPlay = v.InferOutput<typeof AutoPlaySchema>

export const startAutoPlay = endpoint({
  method: 'POST',
  path: '/auto-plays',
  tag: 'play',
  access: 'player',
  summary: 'Begin an auto-play whose stops the server holds; one at a time',
  body: v.object({
    idempotencyKey: IdempotencyKeySchema,
    game: SlugSchema,
    coin: CoinIdSchema,
    count: v.nullable(v.pipe(CountSchema, v.minValue(1), v.maxValue(1_000_000))),
    /** No bet of it has a higher stake. */
    highestStake: StakeSchema,
    /** It ends before a bet that could lose more than this in all. */
    stopOnLoss: v.nullable(StakeSchema),
    /** It ends once so much is won in all. */
    stopOnProfit: v.nullable(StakeSchema),
    /** It ends after a bet that wins so much. */
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
  summary: 'Where an auto-play stands',
  params: v.object({ id: RowIdSchema }),
  data: AutoPlaySchema,
  errors: ['not_found'],
})

export const stopAutoPlay = endpoint({
  method: 'DELETE',
  path: '/auto-plays/:id',
  tag: 'play',
  access: 'player',
  summary: 'End an auto-play; again, it answers the same',
  params: v.object({ id: RowIdSchema }),
  data: AutoPlaySchema,
  errors: ['not_found'],
})
