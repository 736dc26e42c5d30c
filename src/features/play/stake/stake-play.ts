import type { ReadableStore } from '#lib/store.ts'
import type { ParamsOf, PlayGame } from '#rules/games.ts'
import type { PlayEngine, PlayLimits } from '#features/play/play-engine.ts'
import type { StakeEntry } from './stake-entry.ts'
import type { StakeWarning } from '#features/play/session/stake-guard.ts'

/** A stake far above the usual, waiting for the player's yes. */
export interface StakeQuestion {
  readonly stake: bigint
  readonly warning: StakeWarning
}

/** Of the words on the Bet button, which describe the stake field. */
export const BET_WORDS_ID = 'bet-words'

/** What the field of an amount shows and changes. */
export interface StakeFieldPlay extends Pick<
  StakePlay,
  'engine' | 'limits' | 'stakeText' | 'setStakeText' | 'changeStake' | 'readStake'
> {
  /** What the highest stake follows from. */
  readonly params: ReadableStore<unknown>
}

/** The part of a play that is about what is staked, and on what. */
export interface StakePlay<G extends PlayGame = PlayGame> {
  readonly game: G
  readonly engine: PlayEngine
  /** Of the coin that is played with; undefined until they are known. */
  readonly limits: ReadableStore<PlayLimits | undefined>
  readonly params: ReadableStore<ParamsOf<G>>
  setParams(params: ParamsOf<G>): void
  /** The stake field's text as typed. */
  readonly stakeText: ReadableStore<string>
  setStakeText(text: string): void
  changeStake(change: 'half' | 'double' | 'max'): void
  /** Reads the stake field against the shown balance and the parameters. */
  readStake(): StakeEntry
  /** The largest stake that the parameters allow; 0 until the limits are known. */
  maxStake(): bigint
  readonly question: ReadableStore<StakeQuestion | undefined>
  answerQuestion(isYes: boolean): void
}
