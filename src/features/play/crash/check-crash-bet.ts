import type { CrashRound } from '#contract/crash.ts'
import { crashArithmetic } from '#rules/crash/crash.ts'
import { crashPaymentFault } from '#rules/crash/crash-payment.ts'
import { parseReceipt, type SignedReceipt } from '#fair/receipt.ts'
import type { SettledCrashBet } from '#features/play/play-engine.ts'
import { verifyCrashRound } from './crash-proof.ts'

export interface CrashBetCheck {
  /** Hash and salt make the recorded end; true for a void round, which has no end. */
  readonly isPoint: boolean
  /** Every part that had to be paid was paid as curve and end say, and the sum is right. */
  readonly isPaid: boolean
  /** The hash leads to the last hash of the chain that a receipt of the bet names; undefined without a receipt. */
  readonly isOfChain: boolean | undefined
}

/** @param receipts of the bet, checked elsewhere; empty for a demonstration */
export async function checkCrashBet(
  bet: SettledCrashBet,
  receipts: readonly SignedReceipt[],
): Promise<CrashBetCheck> {
  const { outcome } = bet
  const { gameHash, salt } = bet.seeds
  // Only a round of the demonstration can be void although it has its salt.
  const isPoint =
    outcome === null
      ? salt === null || bet.isDemo
      : gameHash !== null && salt !== null && crashArithmetic(gameHash, salt).point === outcome
  const isPaid = crashPaymentFault(bet) === undefined
  const place = receipts
    .map((signed) => parseReceipt(signed.receipt).place)
    .find((each) => 'crashRound' in each)
  return { isPoint, isPaid, isOfChain: place && gameHash !== null ? await isOfChain(bet, place) : undefined }
}

async function isOfChain(
  { outcome, seeds }: SettledCrashBet,
  place: { readonly crashChain: string; readonly crashGame: number },
): Promise<boolean> {
  const round: CrashRound = {
    id: seeds.round,
    chain: place.crashChain,
    game: place.crashGame,
    gameHash: seeds.gameHash,
    salt: seeds.salt,
    status: outcome === null ? 'void' : 'settled',
    point: outcome === null ? null : outcome / 100,
    startAt: null,
    bets: 0,
    staked: '0',
    paid: '0',
  }
  // Only the place in the chain is checked here.
  const chain = { lastHash: place.crashChain, others: [], length: place.crashGame, played: place.crashGame }
  return (await verifyCrashRound(round, { ...chain, saltRule: 'device' })).isOfChain
}
