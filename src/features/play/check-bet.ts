import type { Arithmetic } from '#fair/arithmetic.ts'
import { explainBet, type BetExplanation } from '#fair/explain.ts'
import { payoutOf } from '#fair/multiplier.ts'
import type { SettledBet } from './play-engine.ts'

/** What recomputing a bet on this device has found. */
export interface BetCheck {
  /** Commitment, outcome, multiplier and payout are all what they must be. */
  readonly isVerified: boolean
  /** Whether the server seed has the hash that was shown before the bet. */
  readonly isSeedCommitted: boolean
  /** The bet as the seeds make it, whatever was recorded. */
  readonly recomputed: SettledBet
  readonly explanation: BetExplanation
}

/** Recomputes a bet from its seeds; undefined while its server seed is not revealed. */
export function checkBet(bet: SettledBet): BetCheck | undefined {
  const { serverSeed, serverSeedHash, clientSeed, nonce } = bet.seeds
  if (serverSeed === null) return undefined
  const explanation = explainBet({ serverSeed, clientSeed, nonce }, bet)
  const recomputed = withResultOf(bet, explanation.arithmetic)
  const isSeedCommitted = explanation.serverSeedHash === serverSeedHash
  return {
    isVerified:
      isSeedCommitted &&
      String(recomputed.outcome) === String(bet.outcome) &&
      recomputed.multiplier === bet.multiplier &&
      recomputed.payout === bet.payout,
    isSeedCommitted,
    recomputed,
    explanation,
  }
}

function withResultOf(bet: SettledBet, arithmetic: Arithmetic): SettledBet {
  const { multiplier } = arithmetic
  const paid = { multiplier, payout: payoutOf(bet.stake, multiplier) }
  if (bet.game === 'dice' && arithmetic.game === 'dice') {
    return { ...bet, ...paid, outcome: arithmetic.roll.index }
  }
  if (bet.game === 'limbo' && arithmetic.game === 'limbo') {
    return { ...bet, ...paid, outcome: arithmetic.outcome }
  }
  if (bet.game === 'plinko' && arithmetic.game === 'plinko') {
    return { ...bet, ...paid, outcome: arithmetic.rows.map(({ step }) => step) }
  }
  if (bet.game === 'mines' && arithmetic.game === 'mines') {
    return { ...bet, ...paid, outcome: arithmetic.removals.map(({ taken }) => taken) }
  }
  throw new RangeError(`${arithmetic.game} is no way to work out ${bet.game}`)
}
