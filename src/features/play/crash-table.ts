import type * as v from 'valibot'
import type { CrashBet, CrashChainSchema, CrashRound, CrashSnapshot } from '#contract/crash.ts'
import type { ReadableStore } from '#lib/store.ts'
import type { AutoPlayStep } from '#rules/plan/auto-play.ts'

/** Amounts and multipliers are as in the contract. */
export interface CrashView {
  readonly round: CrashSnapshot['round']
  /** Own bets of this round and the one before; on the device also of the last rounds. */
  readonly mine: readonly CrashBet[]
  /** The newest first. */
  readonly last: readonly CrashRound[]
  readonly latency: CrashSnapshot['latency']
  readonly voids: number
}

/**
 * `lagging`: a sign of life is overdue; orders that were sent still count. `offline`: the rounds cannot be followed, and
 * no bet is taken.
 */
export type CrashLink = 'live' | 'lagging' | 'offline'

type CrashChain = v.InferOutput<typeof CrashChainSchema>

export interface CrashChainFacts extends Pick<CrashChain, 'lastHash' | 'length' | 'played'> {
  /** Last hashes of chains that were played before, or are published to be played next. */
  readonly others: readonly string[]
  /** `device`: this browser makes the salt after betting has closed. */
  readonly saltRule: CrashChain['saltRule'] | 'device'
}

export interface CrashOrder {
  readonly key: string
  /** In the smallest unit of the coin. */
  readonly stake: bigint
  /** In hundredths; undefined where the player cashes out. */
  readonly target: number | undefined
  /** There if an auto-play makes the bet. */
  readonly autoPlay?: AutoPlayStep | undefined
}

/** All reject with a `PlayError` and nothing else. */
export interface CrashSeat {
  /** @throws PlayError `betting_closed`, `bets_full`, and those of other games */
  place(order: CrashOrder): Promise<CrashBet>
  /** Takes a bet back. @throws PlayError `betting_closed` */
  cancel(betId: string): Promise<CrashBet>
  /** @throws PlayError `too_early`, `too_late` */
  cashOut(betId: string, share: 50 | 100, key: string): Promise<CrashBet>
}

/** Rounds of the server, shared by all players, or of this device alone. */
export interface CrashTable {
  readonly isShared: boolean
  /** Undefined until it is known. */
  readonly view: ReadableStore<CrashView | undefined>
  readonly link: ReadableStore<CrashLink>
  readonly chain: ReadableStore<CrashChainFacts | undefined>
  /** Undefined for a visitor, who only watches. */
  readonly seat: CrashSeat | undefined
  /** Milliseconds since the epoch by the clock that rounds go by; does not jump with the clock of this device. */
  now(): number
  /** When this screen asked for the cash-out with that key, by the same clock; undefined where it was not this screen. */
  pressedAt(key: string): number | undefined
  /** Follows the rounds until the function that it returns is called. */
  watch(): () => void
}
