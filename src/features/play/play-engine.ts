import type { CrashCashOut } from '#contract/crash.ts'
import type { AutoPlayEnd as AutoPlayLeaseEnd, RoundEnd } from '#contract/play.ts'
import type { Multiplier } from '#fair/multiplier.ts'
import type { SignedReceipt } from '#fair/receipt.ts'
import type { ReadableStore } from '#lib/store.ts'
import type { CrashPart } from '#rules/crash/crash-curve.ts'
import type { SharedGame } from '#rules/play-games.ts'
import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import type { BetParams, OutcomeOf, ParamsOf, PlayGame, RoundGame, StepOf, ViewOf } from '#rules/games.ts'
import type { PlayError } from './play-error.ts'

/** The seeds a bet was drawn with. */
export interface SeedsOfBet {
  readonly serverSeedHash: string
  /** Null until the pair is rotated. */
  readonly serverSeed: string | null
  readonly clientSeed: string
  readonly nonce: number
}

export interface Coin {
  /** Id: `usdt-tron`, or `demo`. */
  readonly coin: string
  /** Shown to players: `USDT`. */
  readonly symbol: string
  readonly decimals: number
  /** Demonstration coins, worth nothing. Every screen that shows an amount of them says so. */
  readonly isDemo: boolean
}

interface BetFacts<G extends PlayGame> extends Coin {
  readonly id: string
  readonly game: G
  readonly params: ParamsOf<G>
  /** In the smallest unit of the coin, as every payout. */
  readonly stake: bigint
  readonly seeds: SeedsOfBet
  /** True if the house has paid the stake. */
  readonly isFree?: boolean
}

interface SettledFacts<G extends PlayGame> extends BetFacts<G> {
  /** When it was settled, in milliseconds since 1970. */
  readonly time: number
  /** Payout by stake; 0 if all was lost. */
  readonly multiplier: Multiplier
  readonly payout: bigint
  readonly outcome: OutcomeOf<G>
}
/**
 * A bet that is over, with what its player did where the game has steps. `SettledBet<'dice'>` is one of dice; plain
 * `SettledBet` is a union over `game`.
 */
export type SettledBet<G extends PlayGame = PlayGame> = { [K in G]: SettledFacts<K> & ViewOf<K> }[G]

export type BetGame = PlayGame | SharedGame

/** A part of a bet that was taken out; `refund` gave it back. */
export interface SettledCrashPart extends CrashPart {
  readonly by: CrashCashOut['by'] | 'refund'
  /** Arrival of the request, in milliseconds from the start of the curve; null if no request was needed. */
  readonly arrivedMs: number | null
}

/** A bet of Crash that is over. Its round decides it, and no seeds of the player. Points are hundredths: 231 is 2.31×. */
export interface SettledCrashBet extends Coin {
  readonly id: string
  readonly game: SharedGame
  readonly params: { readonly target: number | null; readonly cap: number }
  readonly stake: bigint
  readonly time: number
  readonly multiplier: Multiplier
  readonly payout: bigint
  /** Where the round crashed; null while it goes on, and where it was void. */
  readonly outcome: number | null
  /** Hash and salt are null while the round goes on. A void round may have no salt. */
  readonly seeds: { readonly round: string; readonly gameHash: string | null; readonly salt: string | null }
  readonly steps: readonly SettledCrashPart[]
  readonly endedBy: Extract<RoundEnd, 'cash-out' | 'crash' | 'void' | 'cancelled'>
}

/** A bet of any game that is over. */
export type PastBet = SettledBet | SettledCrashBet

/** True if a shared round decides the bet, and no seeds of the player. */
export const isCrashBet = (bet: PastBet): bet is SettledCrashBet => bet.game === 'crash'

/** The player's own part of the stake: nothing in a free bet. */
export const ownStakeOf = (bet: PastBet): bigint => ('isFree' in bet && bet.isFree ? 0n : bet.stake)

/** True if the stake came back because nothing was played: such a bet counts in no statistic. */
export const isGivenBack = (bet: PastBet): boolean =>
  isCrashBet(bet) && bet.steps.length > 0 && bet.steps.every(({ by }) => by === 'refund')

interface OpenFacts<G extends RoundGame> extends BetFacts<G> {
  readonly startedAt: number
  /** A cash-out now pays this, as `payout`; undefined while there is nothing to cash out. */
  readonly multiplier: Multiplier | undefined
  readonly payout: bigint | undefined
}
/** A round that waits for the player. It holds nothing that is still hidden. */
export type OpenRound<G extends RoundGame = RoundGame> = { [K in G]: OpenFacts<K> & ViewOf<K> }[G]

export type RoundState =
  | { readonly status: 'open'; readonly round: OpenRound }
  | { readonly status: 'settled'; readonly bet: SettledBet<RoundGame> }

/**
 * The engine takes no bet of an auto-play beyond these bounds; within them the plan chooses the stakes
 * (`auto/auto-play.ts`). Amounts are in the coin's smallest unit.
 */
export interface AutoPlayBounds {
  readonly game: BetGame
  /** Bets it may make; undefined for as many as the stops allow. */
  readonly count: number | undefined
  readonly highestStake: bigint
  /** It ends before a bet that could lose more than this in all. */
  readonly stopOnLoss: bigint | undefined
  /** It ends once so much is won in all. */
  readonly stopOnProfit: bigint | undefined
  /** It ends after one bet that wins so much. */
  readonly stopOnWin: bigint | undefined
  /** From `createIdempotencyKey`. */
  readonly key: string
}

/** No other tab, no repeated and no lost answer gets an auto-play past its bounds. */
export interface AutoPlayLease {
  /** Call it once for each intended bet; a bet that is tried again carries the same step. */
  next(): AutoPlayStep
  /** Answers why the auto-play ended. Idempotent. Fails as the engine does. */
  stop(): Promise<AutoPlayLeaseEnd>
}

interface BetOrder {
  readonly stake: bigint
  /** From `createIdempotencyKey`, one for each intended bet: the same key again answers the same and bets nothing. */
  readonly key: string
  /** There if an auto-play makes the bet. */
  readonly autoPlay?: AutoPlayStep | undefined
  /** Id of the free rounds of which it is the next one: the server knows their stake and parameters. */
  readonly free?: string | undefined
}
export type BetRequest<G extends PlayGame = PlayGame> = BetParams<G> & BetOrder
/** An open round if the game has steps, else the settled bet. */
export type Placed<G extends PlayGame> = G extends RoundGame ? OpenRound<G> : SettledBet<G>

export interface Balance extends Coin {
  /** In the coin's smallest unit; the stake of an open round has left it. */
  readonly amount: bigint
}

/** All in the coin's smallest unit. */
export interface PlayLimits {
  readonly minStake: bigint
  /** Highest stake in any game; `maxStakeOf` (stake-limits.ts) has the limit of given params. */
  readonly maxStake: bigint
  /** Highest payout of one bet. A step that could pay more is refused, and the round goes on. */
  readonly maxPayout: bigint
}

export interface SeedPair {
  readonly serverSeedHash: string
  readonly clientSeed: string
  /** The nonce of the next bet, which is the number of bets made with the pair. */
  readonly nonce: number
  /** Commits to the server seed that follows, before the player chooses the client seed for it. */
  readonly nextServerSeedHash: string
}

export interface PastSeedPair {
  readonly serverSeed: string
  readonly serverSeedHash: string
  readonly clientSeed: string
  /** Bets made with the pair; their nonces are 0 to `betCount - 1`. */
  readonly betCount: number
  readonly revealedAt: number
}

/** Bets with demo coins have no receipts. */
export interface SignedBet<B extends PastBet = SettledBet> {
  readonly bet: B
  /** Oldest first. */
  readonly receipts: readonly SignedReceipt[]
}

export interface SeedChange {
  readonly current: SeedPair
  /** The pair that ended; undefined when the old one had no bet and only its client seed was changed. */
  readonly revealed: PastSeedPair | undefined
}

export interface PlaySeeds {
  /** Undefined until the engine is ready. */
  readonly current: ReadableStore<SeedPair | undefined>
  /**
   * Plays on with another client seed. A pair that has been bet with is rotated: its server seed is
   * revealed, and the one committed to as next takes its place, so nobody could fit one seed to the other.
   * @throws PlayError `bad_client_seed`, `round_open`
   */
  setClientSeed(clientSeed: string): Promise<SeedChange>
  /** Reveals the server seed and starts the next pair, keeping the client seed. @throws PlayError `round_open` */
  rotate(): Promise<SeedChange>
  /** Revealed pairs, latest first. */
  past(cursor?: HistoryCursor): Promise<{ pairs: readonly PastSeedPair[]; next: HistoryCursor | undefined }>
  /** Bets of all coins, latest first. */
  bets(
    serverSeedHash: string,
    cursor?: HistoryCursor,
  ): Promise<{ bets: readonly SignedBet[]; next: HistoryCursor | undefined }>
  /**
   * Receipts from the first bet of a pair to its last, with those of other bets that lie between: all share one chain.
   * Undefined if nothing is signed.
   */
  readonly receipts?:
    | ((
        serverSeedHash: string,
        cursor?: HistoryCursor,
      ) => Promise<{ receipts: readonly SignedReceipt[]; next: HistoryCursor | undefined }>)
    | undefined
}

export interface HistoryFilter {
  readonly game?: BetGame | undefined
  /** `won`: paid more than the stake. `lost`: paid less. A stake paid back as it was is neither. */
  readonly result?: 'won' | 'lost' | undefined
  /** In milliseconds since 1970, as `to`, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly minMultiplier?: Multiplier | undefined
  /** Only bets of one seed pair. */
  readonly serverSeedHash?: string | undefined
}
/** Where the next page begins. Opaque to screens. */
export type HistoryCursor = string
export interface HistoryPage {
  /** Latest first. */
  readonly bets: readonly PastBet[]
  readonly next: HistoryCursor | undefined
}
export type ExportFormat = 'json' | 'csv'
export type HistoryChange =
  | { readonly type: 'added'; readonly bet: PastBet }
  /** Anything else: cleared, seeds revealed, or bets of another tab. Read the page again. */
  | { readonly type: 'changed' }

export interface PlayHistory {
  page(filter: HistoryFilter, cursor?: HistoryCursor): Promise<HistoryPage>
  get(id: string): Promise<PastBet | undefined>
  /** All bets of the filter, latest first, as a file that `npm run verify` reads. */
  export(filter: HistoryFilter, format: ExportFormat): Promise<Blob>
  /** Calls back after every change; returns the function that stops it. */
  follow(listener: (change: HistoryChange) => void): () => void
}

/**
 * `memory`: nothing can be stored on this device; play lasts as long as the page. `offline`: the server cannot be reached;
 * screens show the last known state, and no bet is taken. `asking`: the answer to a bet or a step was lost, and is looked
 * for. `balance-old`: the balance could not be read, and the shown one may be older than the last bet.
 */
export type EngineHealth = 'durable' | 'memory' | 'offline' | 'asking' | 'balance-old'
export type EngineStatus =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly health: EngineHealth }
  /**
   * The money state cannot be read (`state_corrupted`, `server_failed`). A demonstration's way out is `reset`; the
   * server is asked again by itself.
   */
  | { readonly status: 'broken'; readonly error: PlayError }

/** Only for demo coins, which are worth nothing. Fails as the engine does. */
export interface DemoControls {
  /** In the coin's smallest unit. */
  readonly refillTo: bigint
  /** A higher balance stays as it is. */
  refill(): Promise<Balance>
  /** Starts anew: full balance, new seeds, no open round. History stays. */
  reset(): Promise<void>
  /** Forgets settled bets and revealed pairs; balance, seeds and open rounds stay. */
  clearHistory(): Promise<void>
}

/**
 * Screens play through it and do not know if it is the engine of demo play, which keeps everything on the device, or the
 * server's. Every promise rejects with a `PlayError` and nothing else. Stores change before the promise that changed them
 * resolves.
 */
export interface PlayEngine {
  readonly status: ReadableStore<EngineStatus>
  /** Undefined until the engine is ready. */
  readonly balance: ReadableStore<Balance | undefined>
  /** The same store for a coin each time. Undefined until the limits are known, and for a coin that is not played with. */
  limits(coin: string): ReadableStore<PlayLimits | undefined>
  /** Rounds that wait for the player, at most one a game; they survive a reload. */
  readonly openRounds: ReadableStore<readonly OpenRound[]>
  readonly seeds: PlaySeeds
  readonly history: PlayHistory
  /**
   * Takes the stake and draws. Stored when it resolves, or handed over to be stored.
   * @throws PlayError `insufficient_balance`, `bet_too_small`, `bet_too_large`, `bad_params`, `round_open`, `key_reused`;
   * of an auto-play `auto_play_ended`, `auto_play_step_taken`
   */
  place<G extends PlayGame>(request: BetRequest<G>): Promise<Placed<G>>
  /**
   * One step of an open round. The last good one cashes out by itself.
   * @throws PlayError `round_not_found`, `round_settled`, `bad_action` (the round does not allow it), `payout_too_large`
   */
  act(roundId: string, step: StepOf<RoundGame>, key: string): Promise<RoundState>
  /** @throws PlayError `round_not_found`, `round_settled`, `bad_action` (nothing yet) */
  cashOut(roundId: string, key: string): Promise<SettledBet<RoundGame>>
  /**
   * Begins an auto-play whose bounds the engine enforces; one at a time. Each of its bets carries `lease.next()`. Without
   * it, the app alone enforces the bounds.
   * @throws PlayError `auto_play_open`, `auto_play_forbidden`
   */
  readonly startAutoPlay?: ((bounds: AutoPlayBounds) => Promise<AutoPlayLease>) | undefined
  /** Undefined if a balance is played with. */
  readonly demo: DemoControls | undefined
}
