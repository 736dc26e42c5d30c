import { explainBet, type BetExplanation } from '#verify/explain.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { createStream, type RandomStream } from '#fair/stream.ts'
import { verifyBet } from '#verify/verify-bet.ts'
import { isWrong } from '#verify/verify-lines.ts'
import { rulesOf, type PlayGame } from '#rules/games.ts'
import { exportedBet } from '#features/play/history-export.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { StepsProps } from '#features/play/playable-game.ts'

export interface BetCheck {
  /** Commitment, outcome, multiplier and payout are all what they must be. */
  readonly isVerified: boolean
  /** True if the server seed has the hash that was shown before the bet. */
  readonly isSeedCommitted: boolean
  /** The bet as the seeds make it, whatever was recorded. */
  readonly recomputed: SettledBet
  readonly explanation: BetExplanation & StepsProps<PlayGame>
}

/** Recomputes a bet from its seeds; undefined while its server seed is not revealed. */
export function checkBet(bet: SettledBet): BetCheck | undefined {
  const { serverSeed, serverSeedHash, clientSeed, nonce } = bet.seeds
  if (serverSeed === null) return undefined
  const seeds = { serverSeed, clientSeed, nonce }
  // The arithmetic of a bet is that of its own game.
  const explanation = explainBet(seeds, bet) as BetCheck['explanation']
  const { multiplier } = explanation.arithmetic
  const outcome = outcomeOf(bet, createStream(seeds))
  // The outcome belongs to the bet's own game, which the compiler cannot follow.
  const recomputed = { ...bet, outcome, multiplier, payout: payoutOf(bet.stake, multiplier) } as SettledBet
  const isSeedCommitted = explanation.serverSeedHash === serverSeedHash
  return {
    isVerified: isSeedCommitted && isVerified(bet),
    isSeedCommitted,
    recomputed,
    explanation,
  }
}

/** Uses the code that verifies files, on the record that a file would hold. */
function isVerified(bet: SettledBet): boolean {
  try {
    return !isWrong(verifyBet(exportedBet(bet)))
  } catch (error) {
    if (error instanceof FairnessError) return false
    throw error
  }
}

/** As much of the outcome as is kept of a bet of its game. */
function outcomeOf(bet: SettledBet, stream: RandomStream): unknown {
  const rules = rulesOf(bet.game as string)
  if (rules.kind === 'instant') return rules.draw(stream, bet.params)
  const steps = rules.stepsOf(bet)
  const outcome = rules.draw(stream, bet.params, steps.length)
  return rules.settledOutcome({ params: bet.params, outcome, steps })
}
