import type { PlayEngine } from '#features/play/play-engine.ts'
import { createTypedStake, type TypedStake } from '#features/play/stake/stake-field.ts'

/** The amount of one of the bets, and where it goes out: in hundredths; undefined where the player cashes out. */
export type CrashStakeField = TypedStake<number | undefined>

export const createCrashStake = (engine: PlayEngine): CrashStakeField =>
  createTypedStake<number | undefined>(engine, undefined, (target, { maxPayout, maxStake }) => {
    // The highest payout bounds the stake where the player has set a target.
    const payable = (maxPayout * 100n) / BigInt(target ?? 100)
    return payable < maxStake ? payable : maxStake
  })
