import type { CrashRound } from '#contract/crash.ts'
import { crashArithmetic } from '#rules/crash/crash.ts'
import { crashPaymentFault } from '#rules/crash/crash-payment.ts'
import { parseReceipt, type SignedReceipt } from '#fair/receipt.ts'
import type { SettledCrashBet } from '#features/play/play-engine.ts'
import { verifyCrashRound } from './crash-proof.ts'

/** What working a bet out again has found. */
export interface CrashBetCheck {
  /** Hash and salt make the end that is recorded; true of a void round, which has none. */
  readonly isPoint: boolean
  /** Each part was paid as the curve and the end say, nothing that had to be paid is missing, and the sum is right. */
  readonly isPaid: boolean
  /** The hash leads to the last hash of the chain that a receipt of the bet names; undefined without a receipt. */
  readonly isOfChain: boolean | undefined
}

/** @param receipts of the bet, checked elsewhere; none of a demonstration */
export async function checkCrashBet(
  bet: SettledCrashBet,
  receipts: readonly SignedReceipt[],
): Promise<CrashBetCheck> {
  const { outcome } = bet
  const { gameHash, salt } = bet.seeds
  // Only on a device a round is void that has its salt.
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
  // Only the way through the chain is asked for.
  const chain = { lastHash: place.crashChain, others: [], length: place.crashGame, played: place.crashGame }
  return (await verifyCrashRound(round, { ...chain, saltRule: 'device' })).isOfChain
}
