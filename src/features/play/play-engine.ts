import type { DiceParams } from '#fair/dice.ts'
import type { LimboParams } from '#fair/limbo.ts'
import type { MinesParams } from '#fair/mines.ts'
import type { Multiplier } from '#fair/multiplier.ts'
import type { PlinkoParams } from '#fair/plinko.ts'
import type { ReadableStore } from '#lib/store.ts'
import type { PlayError } from './play-error.ts'

/** Slugs of the games that can be played, the same as in the catalogue. */
export type PlayGame = 'dice' | 'limbo' | 'mines' | 'plinko'
/** Games of several steps: a bet opens a round, `act` and `cashOut` go on with it. */
export type RoundGame = 'mines'
/** Games that a bet settles at once. */
export type InstantGame = Exclude<PlayGame, RoundGame>

/** What each game is played with and what it draws, in the terms of `src/fair`. */
export interface GameTypes {
  /** Outcome in hundredths, 0 to 10,000: 5_967 is 59.67. */
  dice: { params: DiceParams; outcome: number }
  /** Outcome in hundredths: 439 is 4.39x. */
  limbo: { params: LimboParams; outcome: number }
  /** The 24 tiles drawn, 0-based; the first `params.mines` of them are mines. */
  mines: { params: MinesParams; outcome: readonly number[] }
  /** Left or right at each row. */
  plinko: { params: PlinkoParams; outcome: readonly ('L' | 'R')[] }
}

/** The seeds a bet was drawn with. */
export interface SeedsOfBet {
  readonly serverSeedHash: string
  /** Null until the pair is rotated. */
  readonly serverSeed: string | null
  readonly clientSeed: string
  readonly nonce: number
}

interface SettledBetOf<G extends PlayGame> {
  readonly id: string
  readonly game: G
  /** When it was settled, in milliseconds since 1970. */
  readonly time: number
  readonly params: GameTypes[G]['params']
  /** In the smallest unit of the coin, as `payout`. */
  readonly stake: bigint
  /** What was paid for each unit of the stake; 0 when all was lost. */
  readonly multiplier: Multiplier
  readonly payout: bigint
  readonly outcome: GameTypes[G]['outcome']
  /** Tiles the player opened in order, the mine last when one was hit; empty in games without tiles. */
  readonly opened: readonly number[]
  readonly seeds: SeedsOfBet
}
/** A bet that is over. `SettledBet<'dice'>` is one of dice; plain `SettledBet` is a union over `game`. */
export type SettledBet<G extends PlayGame = PlayGame> = { [K in G]: SettledBetOf<K> }[G]

/** A round that waits for the player. Holds nothing of what is still hidden. */
export interface OpenRound {
  readonly id: string
  readonly game: RoundGame
  readonly startedAt: number
  readonly params: MinesParams
  readonly stake: bigint
  /** Tiles opened so far, all of them gems, in order. */
  readonly opened: readonly number[]
  /** What cashing out pays now; undefined before the first gem, when there is nothing to cash out. */
  readonly multiplier: Multiplier | undefined
  readonly payout: bigint | undefined
  /** What cashing out pays after one more gem. */
  readonly nextMultiplier: Multiplier
  readonly nextPayout: bigint
  readonly seeds: SeedsOfBet
}

/** What a step leaves: the round goes on, or it is over. */
export type RoundState =
  | { readonly status: 'open'; readonly round: OpenRound }
  | { readonly status: 'settled'; readonly bet: SettledBet<RoundGame> }

interface BetParamsOf<G extends PlayGame> {
  readonly game: G
  readonly params: GameTypes[G]['params']
}
/** A game with the parameters it is played with. */
export type BetParams<G extends PlayGame = PlayGame> = { [K in G]: BetParamsOf<K> }[G]

interface BetRequestOf<G extends PlayGame> extends BetParamsOf<G> {
  readonly stake: bigint
  /** From `createIdempotencyKey`, one for each intended bet: the same key again answers the same and bets nothing. */
  readonly key: string
}
export type BetRequest<G extends PlayGame = PlayGame> = { [K in G]: BetRequestOf<K> }[G]
/** What `place` answers: an open round for Mines, the settled bet for the others. */
export type Placed<G extends PlayGame> = G extends RoundGame ? OpenRound : SettledBet<G>

export interface RoundAction {
  readonly type: 'reveal'
  /** 0 to 24, row by row. */
  readonly tile: number
}

export interface Balance {
  /** In the coin's smallest unit; the stake of an open round has left it. */
  readonly amount: bigint
  /** Symbol of the coin. */
  readonly coin: string
  readonly decimals: number
  /** Demonstration coins, worth nothing. Every screen that shows the balance says so. */
  readonly isDemo: boolean
}

/** All in the coin's smallest unit. */
export interface PlayLimits {
  readonly minStake: bigint
  /** Highest stake in any game; `maxStakeOf` (stake-limits.ts) tells that of given params. */
  readonly maxStake: bigint
  /** Highest payout of one bet. A Mines round whose next gem would pay more is cashed out for the player. */
  readonly maxPayout: bigint
  /** What `refill` fills up to; undefined where there is no refilling. */
  readonly refillTo: bigint | undefined
}

export interface SeedPair {
  readonly serverSeedHash: string
  readonly clientSeed: string
  /** The nonce of the next bet, which is the number of bets made with the pair. */
  readonly nonce: number
  /** Commits to the server seed that follows, before the player chooses the client seed for it. */
  readonly nextServerSeedHash: string
}

/** A pair that is no longer played with, revealed. */
export interface PastSeedPair {
  readonly serverSeed: string
  readonly serverSeedHash: string
  readonly clientSeed: string
  /** Bets made with the pair; their nonces are 0 to `betCount - 1`. */
  readonly betCount: number
  readonly revealedAt: number
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
}

export interface HistoryFilter {
  readonly game?: PlayGame | undefined
  /** `won`: paid more than the stake. `lost`: paid less. A stake paid back as it was is neither. */
  readonly result?: 'won' | 'lost' | undefined
  /** First and last moment, both included, in milliseconds since 1970. */
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
  readonly bets: readonly SettledBet[]
  readonly next: HistoryCursor | undefined
}
export type ExportFormat = 'json' | 'csv'
export type HistoryChange =
  | { readonly type: 'added'; readonly bet: SettledBet }
  /** Anything else: cleared, seeds revealed, or bets of another tab. Read the page again. */
  | { readonly type: 'changed' }

export interface PlayHistory {
  page(filter: HistoryFilter, cursor?: HistoryCursor): Promise<HistoryPage>
  get(id: string): Promise<SettledBet | undefined>
  /** All bets of the filter, latest first, as a file that `npm run verify` reads. */
  export(filter: HistoryFilter, format: ExportFormat): Promise<Blob>
  /** Forgets settled bets and revealed pairs; balance, seeds and open rounds stay. */
  clear(): Promise<void>
  /** Calls back after every change; returns the function that stops it. */
  follow(listener: (change: HistoryChange) => void): () => void
}

/** `memory`: nothing can be stored on this device; play lasts as long as the page, and the screen says so. */
export type EngineStatus =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly health: 'durable' | 'memory' }
  /** The stored money state cannot be read (`state_corrupted`). The way out is `reset`. */
  | { readonly status: 'broken'; readonly error: PlayError }

/**
 * What screens play through. The demonstration engine keeps everything on the device; the server's engine
 * for real balances takes its place without a screen noticing. Every promise rejects with a `PlayError`
 * and nothing else. Stores change before the promise that changed them resolves.
 */
export interface PlayEngine {
  readonly status: ReadableStore<EngineStatus>
  /** Undefined until the engine is ready. */
  readonly balance: ReadableStore<Balance | undefined>
  readonly limits: PlayLimits
  /** Rounds that wait for the player, at most one a game; they survive a reload. */
  readonly openRounds: ReadableStore<readonly OpenRound[]>
  readonly seeds: PlaySeeds
  readonly history: PlayHistory
  /**
   * Takes the stake and draws. Stored when it resolves, or handed over to be stored.
   * @throws PlayError `insufficient_balance`, `bet_too_small`, `bet_too_large`, `bad_params`, `round_open`, `key_reused`
   */
  place<G extends PlayGame>(request: BetRequest<G>): Promise<Placed<G>>
  /**
   * One step of an open round. The last gem cashes out by itself.
   * @throws PlayError `round_not_found`, `round_settled`, `bad_action` (tile open or not on the board)
   */
  act(roundId: string, action: RoundAction, key: string): Promise<RoundState>
  /** @throws PlayError `round_not_found`, `round_settled`, `bad_action` (no gem yet) */
  cashOut(roundId: string, key: string): Promise<SettledBet<RoundGame>>
  /** Fills the demonstration balance up to `limits.refillTo`; a higher one stays as it is. */
  refill(): Promise<Balance>
  /** Starts anew: full demonstration balance, new seeds, no open round. History stays. */
  reset(): Promise<void>
}
