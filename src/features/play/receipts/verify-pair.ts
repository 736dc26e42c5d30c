import { FairnessError } from '#fair/fairness-error.ts'
import { checkReceiptOfBet, checkSignedPayment } from '#verify/receipt-of-bet.ts'
import { absentBets, chainReceipts } from '#fair/receipt-chain.ts'
import {
  ReceiptError,
  parseReceipt,
  verifyReceipt,
  type Receipt,
  type ReceiptKey,
  type SignedReceipt,
  type VerifySignature,
} from '#fair/receipt.ts'
import { NOT_COMMITTED, verifyBet } from '#verify/verify-bet.ts'
import { createExport, exportedBet } from '#features/play/history-export.ts'
import type { PastSeedPair, SettledBet, SignedBet } from '#features/play/play-engine.ts'
import type { VerdictFault } from '#features/play/play-receipts.ts'

export interface FaultOfPair {
  readonly fault: VerdictFault
  /** Undefined if the fault is not in one bet. */
  readonly bet: { readonly id: string; readonly nonce: number } | undefined
  /** An English sentence for engineers. */
  readonly detail: string
}

export interface PairReport {
  readonly checked: number
  readonly receipts: number
  /** True if all bets of the pair were checked. */
  readonly isWhole: boolean
  /** Places in the chain whose receipts could not be read: nobody has looked at those. */
  readonly gaps: number
  /** `faults` holds the first of them. */
  readonly faultCount: number
  readonly faults: readonly FaultOfPair[]
}

const MOST_FAULTS = 50

/**
 * The check of all bets of a revealed pair: each result, each receipt, and that not one is missing. The chain of receipts
 * is the player's, so that those of other bets come in between.
 */
export interface PairCheck {
  readonly pair: PastSeedPair
  /** True if each of its bets must have receipts. */
  readonly isSigned: boolean
  readonly verify: VerifySignature
  readonly nonces: Set<number>
  /** Receipts that were verified, by hash. */
  readonly verified: Map<string, Receipt>
  /** Receipts that were looked at, verified or not. */
  readonly texts: Set<string>
  readonly faults: FaultOfPair[]
  readonly knownKeys: Set<string>
  readonly proof: ReturnType<typeof createExport>
  checked: number
  receipts: number
  faultCount: number
}

export const createPairCheck = ({
  pair,
  isSigned,
  verify,
}: Pick<PairCheck, 'pair' | 'isSigned' | 'verify'>): PairCheck => ({
  pair,
  isSigned,
  verify,
  nonces: new Set(),
  verified: new Map(),
  texts: new Set(),
  faults: [],
  knownKeys: new Set(),
  proof: createExport('json'),
  checked: 0,
  receipts: 0,
  faultCount: 0,
})

/** @param keys of the house, that the receipts of these bets may be signed with */
export async function checkBets(
  check: PairCheck,
  bets: readonly SignedBet[],
  keys: readonly ReceiptKey[],
): Promise<void> {
  addKeys(check, keys)
  check.proof.addSigned(bets)
  for (const each of bets) {
    try {
      await checkBet(check, each, keys)
    } catch (error) {
      if (!(error instanceof FairnessError)) throw error
      const { id, seeds } = each.bet
      const isSeedWrong = error.message === NOT_COMMITTED
      const fault = error instanceof ReceiptError ? error.fault : isSeedWrong ? 'seeds' : 'result'
      blame(check, fault, { id, nonce: seeds.nonce }, error.message)
    }
    check.checked += 1
    check.receipts += each.receipts.length
  }
}

async function checkBet(
  check: PairCheck,
  { bet, receipts }: SignedBet,
  keys: readonly ReceiptKey[],
): Promise<void> {
  const { pair, nonces, texts } = check
  const { serverSeed, serverSeedHash, clientSeed, betCount } = pair
  const { id, seeds } = bet
  const { nonce } = seeds
  const place = { id, nonce }
  if (nonces.has(nonce) || nonce >= betCount) {
    const detail = `bet ${id} has nonce ${nonce}, which is not free in a pair of ${betCount} bets`
    blame(check, 'chain', place, detail)
  }
  nonces.add(nonce)
  // The seeds that the pair was revealed with, even if the bet names others.
  const drawn = { ...bet, seeds: { serverSeed, serverSeedHash, clientSeed, nonce } } as SettledBet
  const recorded = { ...exportedBet(drawn) }
  let isDecided = false
  for (const each of receipts) texts.add(textOf(each))
  for (const each of receipts) {
    const receipt = await readReceipt(check, each, keys)
    checkReceiptOfBet(receipt, recorded)
    isDecided ||= receipt.result !== undefined
  }
  if (check.isSigned && !isDecided)
    return blame(check, 'missing', place, `no receipt gives the result of bet ${id}`)
  const { matches, paymentFault } = verifyBet(recorded)
  if (matches === false) blame(check, 'result', place, `the seeds give another result than bet ${id} says`)
  else if (paymentFault !== undefined) blame(check, 'payment', place, paymentFault)
}

/** Checks receipts that may lie between those of the bets. */
export async function checkChain(
  check: PairCheck,
  others: readonly SignedReceipt[],
  keys: readonly ReceiptKey[],
): Promise<void> {
  const { texts, proof } = check
  addKeys(check, keys)
  for (const each of others) {
    if (texts.has(textOf(each))) continue
    texts.add(textOf(each))
    try {
      checkSignedPayment(await readReceipt(check, each, keys))
    } catch (error) {
      if (!(error instanceof ReceiptError)) throw error
      blame(check, error.fault, undefined, error.message)
    }
    proof.addReceipts([each])
  }
}

/**
 * Receipts that this device has kept count where the house shows others. A receipt that was damaged where it is kept
 * proves nothing against anybody.
 */
export async function checkKept(
  check: PairCheck,
  kept: readonly SignedReceipt[],
  keys: readonly ReceiptKey[],
): Promise<void> {
  const isRival = findRivals(check)
  for (const each of kept) {
    try {
      if (!isRival(parseReceipt(each.receipt))) continue
      await readReceipt(check, each, keys)
    } catch (error) {
      if (!(error instanceof ReceiptError)) throw error
      continue
    }
    addKeys(check, keys)
    check.proof.addReceipts([each])
  }
}

/**
 * @returns tells if the house has signed the receipt for the place of one that it shows, or for a bet beyond the last of
 * the pair
 */
function findRivals({ pair, verified }: PairCheck): (receipt: Receipt) => boolean {
  const nonceOf = ({ place }: Receipt) =>
    'nonce' in place && place.serverSeedHash === pair.serverSeedHash ? place.nonce : undefined
  const befores = new Set<string>()
  const betsAt = new Map<number, string>()
  for (const receipt of verified.values()) {
    befores.add(receipt.prev)
    const nonce = nonceOf(receipt)
    if (nonce !== undefined) betsAt.set(nonce, receipt.bet)
  }
  return (receipt) => {
    if (verified.has(receipt.hash)) return false
    const nonce = nonceOf(receipt) ?? -1
    const isOther = betsAt.has(nonce) && betsAt.get(nonce) !== receipt.bet
    return isOther || nonce >= pair.betCount || befores.has(receipt.prev)
  }
}

/** True if receipts that come between those of the bets are not there. */
export const hasGaps = ({ verified }: PairCheck): boolean =>
  chainReceipts([...verified.values()]).some(({ gaps }) => gaps > 0)

/**
 * @param isAll true if these were all bets that the house shows
 * @param isChainRead true if all receipts between them were asked for: one that is not there is missing then
 */
export function finishCheck(
  check: PairCheck,
  isAll: boolean,
  isChainRead: boolean,
): { readonly report: PairReport; readonly proof: Blob | undefined } {
  const { pair, isSigned, verified, nonces, proof } = check
  const { serverSeedHash, betCount } = pair
  const found = [...verified.values()]
  const scope = { serverSeedHash, betCount }
  const isComplete = isSigned && isAll && (isChainRead || !hasGaps(check))
  if (isComplete) proof.addScope(scope)
  const chains = chainReceipts(found, isComplete ? [scope] : [])
  for (const { fault, message } of chains.flatMap((chain) => chain.faults))
    blame(check, fault, undefined, message)
  const gaps = isComplete ? 0 : chains.reduce((sum, chain) => sum + chain.gaps, 0)
  const absent = betCount - nonces.size
  // The history of demo play has an end: only signed bets can be missing.
  if (isAll && isSigned && absent > 0)
    blame(check, 'absent', undefined, `${absent} of the ${betCount} bets of the pair are not there`)
  else if (isComplete) {
    const fault = absentBets(found, scope)
    if (fault) blame(check, fault.fault, undefined, fault.message)
  }
  const isWhole = isAll && absent === 0
  const { checked, receipts, faultCount, faults } = check
  return {
    report: { checked, receipts, isWhole, gaps, faultCount, faults },
    proof: faultCount > 0 ? proof.finish() : undefined,
  }
}

/** @throws ReceiptError */
async function readReceipt(
  { verified, verify }: PairCheck,
  signed: SignedReceipt,
  keys: readonly ReceiptKey[],
): Promise<Receipt> {
  const receipt = await verifyReceipt(signed, keys, verify)
  verified.set(receipt.hash, receipt)
  return receipt
}

const textOf = ({ receipt, kid, signature }: SignedReceipt) => `${receipt}${kid}${signature}`

function addKeys({ knownKeys, proof }: PairCheck, keys: readonly ReceiptKey[]): void {
  const fresh = keys.filter(({ kid }) => !knownKeys.has(kid))
  for (const { kid } of fresh) knownKeys.add(kid)
  if (fresh.length > 0) proof.addKeys(fresh)
}

function blame(check: PairCheck, fault: VerdictFault, bet: FaultOfPair['bet'], detail: string): void {
  check.faultCount += 1
  if (check.faults.length < MOST_FAULTS) check.faults.push({ fault, bet, detail })
}
