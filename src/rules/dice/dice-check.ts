import type { Multiplier } from '#fair/multiplier.ts'
import { type Scaling, scaling } from '#rules/base/arithmetic.ts'
import { type GameCheck, paysByRules } from '#rules/base/game-check.ts'
import {
  DICE,
  DICE_OUTCOMES,
  type DiceParams,
  diceChance,
  diceMultiplier,
  diceOutcome,
  diceWinMultiplier,
} from './dice.ts'

interface DiceArithmetic {
  game: 'dice'
  /** Its index is the roll in hundredths. */
  roll: Scaling
  params: DiceParams
  /** Number of winning outcomes of 10,001, which is also the chance in hundredths of a percent. */
  chance: number
  winMultiplier: Multiplier
  multiplier: Multiplier
}

export const DICE_CHECK: GameCheck<{ params: DiceParams }, DiceArithmetic> = {
  outcome: (stream) => DICE.wireOutcome(diceOutcome(stream)),
  decidedBy: ['side', 'target'],
  pays: paysByRules(DICE),
  arithmetic({ params }, stream) {
    const outcome = diceOutcome(stream)
    return {
      game: 'dice',
      roll: scaling(stream, 0, DICE_OUTCOMES),
      params,
      chance: diceChance(params),
      winMultiplier: diceWinMultiplier(params),
      multiplier: diceMultiplier(params, outcome),
    }
  },
}
