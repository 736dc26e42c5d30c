import type { BetGame, Coin, SeedsOfBet, SettledBet } from '#features/play/play-engine.ts'

/** A bet of any game as the player sees its end. */
export interface ShownResult extends Coin, Pick<SettledBet, 'id' | 'stake' | 'payout' | 'multiplier'> {
  readonly game: BetGame
  /** Left out where a shared round decides. */
  readonly seeds?: Pick<SeedsOfBet, 'nonce'>
  /** Another bet of the player still rides: nothing may lie over the stage. */
  readonly isStageNeeded?: boolean
}

export interface TimedTone {
  /** From now. */
  readonly atMs: number
  readonly hertz: number
}

/** Sounds and effects go with these. */
export type PlayMoment =
  /** A bet is on its way. */
  | { readonly type: 'bet'; readonly game: BetGame }
  /** The stage begins to move, and shows the result after so long. */
  | { readonly type: 'moving'; readonly bet: SettledBet; readonly motionMs: number }
  /** A round goes on. */
  | { readonly type: 'step'; readonly game: BetGame }
  | { readonly type: 'tones'; readonly tones: readonly TimedTone[] }
  /** The player's bet in a shared round is about to ride. */
  | { readonly type: 'near-end' }
  | { readonly type: 'crashed' }
  | { readonly type: 'shown'; readonly result: ShownResult }

const listeners = new Set<(moment: PlayMoment) => void>()

let latest: { readonly result: ShownResult; readonly at: number } | undefined

export function tellMoment(moment: PlayMoment): void {
  if (moment.type === 'shown') latest = { result: moment.result, at: performance.now() }
  for (const listener of listeners) listener(moment)
}

/** Returns the function that stops it. */
export function followMoments(listener: (moment: PlayMoment) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For who comes too late to follow it: the latest result, unless it is older than so many milliseconds. */
export function latestShown(withinMs: number): ShownResult | undefined {
  return latest && performance.now() - latest.at <= withinMs ? latest.result : undefined
}
