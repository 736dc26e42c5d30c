import type { ReadableStore } from '#lib/store.ts'
import type { PlayEngine, PlayLimits } from '#features/play/play-engine.ts'
import type { StakeEntry } from './stake-entry.ts'
import type { StakeWarning } from '#features/play/session/stake-guard.ts'

/** A stake far above the usual, waiting for the player's yes. */
export interface StakeQuestion {
  readonly stake: bigint
  readonly warning: StakeWarning
}

/** Id of the words on the Bet button, which describe the stake field. */
export const BET_WORDS_ID = 'bet-words'

export interface StakeFieldPlay {
  readonly engine: PlayEngine
  /** Limits of the coin that is played with; undefined until they are known. */
  readonly limits: ReadableStore<PlayLimits | undefined>
  /** The highest stake follows from them. */
  readonly params: ReadableStore<unknown>
  /** As typed. */
  readonly stakeText: ReadableStore<string>
  setStakeText(text: string): void
  changeStake(change: 'half' | 'double' | 'max'): void
  /** Reads the field against the shown balance and the parameters. */
  readStake(): StakeEntry
  /** The largest stake that the parameters allow; 0 until the limits are known. */
  maxStake(): bigint
}
