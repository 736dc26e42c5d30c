import type { AnyBet } from '#contract/play.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { verifyBet } from '#verify/verify-bet.ts'
import { isWrong } from '#verify/verify-lines.ts'

/** `sealed`: what decided the bet is still secret. */
export type WinVerdict = 'right' | 'wrong' | 'sealed'

/** Computes the bet again from its seeds, with the code that verifies files. */
export function checkLinkedWin(bet: AnyBet): WinVerdict {
  const secret = 'serverSeed' in bet.seeds ? bet.seeds.serverSeed : bet.seeds.gameHash
  if (secret === null) return 'sealed'
  try {
    return isWrong(verifyBet(bet)) ? 'wrong' : 'right'
  } catch (error) {
    if (error instanceof FairnessError) return 'wrong'
    throw error
  }
}
