import { explainBet, type BetExplanation } from '#fair/explain.ts'
import { payoutOf } from '#fair/multiplier.ts'
import type { Draw, RandomStream } from '#fair/stream.ts'
import { rulesOf, type PlayGame } from '#rules/games.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { StepsProps } from '#features/play/playable-game.ts'

/** What recomputing a bet on this device has found. */
export interface BetCheck {
  /** Commitment, outcome, multiplier and payout are all what they must be. */
  readonly isVerified: boolean
  /** Whether the server seed has the hash that was shown before the bet. */
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
  const outcome = rulesOf(bet.game as string).draw(replay(explanation.draws), bet.params)
  // Whatever the rules draw is an outcome of the bet's own game.
  const recomputed = { ...bet, outcome, multiplier, payout: payoutOf(bet.stake, multiplier) } as SettledBet
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

/** The draws that a bet is explained by, once more: what is checked is what is shown. */
function replay(draws: readonly Draw[]): RandomStream {
  let taken = 0
  return {
    draws,
    next() {
      const draw = draws[taken]
      if (!draw) throw new RangeError(`The bet drew no float number ${taken}`)
      taken += 1
      return draw.float
    },
  }
}
