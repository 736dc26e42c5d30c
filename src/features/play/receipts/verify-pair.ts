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
  /** Undefined where it is not one bet that is wrong. */
  readonly bet: { readonly id: string; readonly nonce: number } | undefined
  /** A plain English sentence for whoever looks into it. */
  readonly detail: string
}

export interface PairReport {
  readonly checked: number
  readonly receipts: number
  /** Whether all bets of the pair were to be had. */
  readonly isWhole: boolean
  /** How often receipts that come in between were not to be had: nobody has looked at those. */
  readonly gaps: number
  /** How many things are wrong; `faults` holds the first of them. */
  readonly faultCount: number
  readonly faults: readonly FaultOfPair[]
}

const MOST_FAULTS = 50

interface Given {
  readonly pair: PastSeedPair
  /** Whether each of its bets must have receipts. */
  readonly isSigned: boolean
  readonly verify: VerifySignature
}

/**
 * Checks all bets of a revealed pair: each result, each receipt, and that not one is missing. The chain of receipts is
 * the player's, so that those of other bets come in between.
 */
export function createPairVerifier({ pair, isSigned, verify }: Given) {
  const nonces = new Set<number>()
  /** By hash. */
  const read = new Map<string, Receipt>()
  const texts = new Set<string>()
  const faults: FaultOfPair[] = []
  const textOf = ({ receipt, kid, signature }: SignedReceipt) => `${receipt}${kid}${signature}`
  const proof = createExport('json')
  const knownKeys = new Set<string>()
  let checked = 0
  let receipts = 0
  let faultCount = 0

  function blame(fault: VerdictFault, bet: FaultOfPair['bet'], detail: string): void {
    faultCount += 1
    if (faults.length < MOST_FAULTS) faults.push({ fault, bet, detail })
  }

  async function checkOne({ bet, receipts: signed }: SignedBet, keys: readonly ReceiptKey[]): Promise<void> {
    const { id, seeds } = bet
    const { nonce } = seeds
    const place = { id, nonce }
    if (nonces.has(nonce) || nonce >= pair.betCount) {
      blame(
        'chain',
        place,
        `bet ${id} has nonce ${nonce}, which is not free in a pair of ${pair.betCount} bets`,
      )
    }
    nonces.add(nonce)
    const { serverSeed, serverSeedHash, clientSeed } = pair
    // Whatever the bet says of them, these are the seeds that the pair was revealed with.
    const drawn = { ...bet, seeds: { serverSeed, serverSeedHash, clientSeed, nonce } } as SettledBet
    const recorded = { ...exportedBet(drawn) }
    let isDecided = false
    for (const each of signed) texts.add(textOf(each))
    for (const each of signed) {
      const receipt = await verifyReceipt(each, keys, verify)
      read.set(receipt.hash, receipt)
      checkReceiptOfBet(receipt, recorded)
      isDecided ||= receipt.result !== undefined
    }
    if (isSigned && !isDecided) return blame('missing', place, `nothing signed says what bet ${id} brought`)
    const { matches, paymentFault } = verifyBet(recorded)
    if (matches === false) blame('result', place, `the seeds give another result than bet ${id} says`)
    else if (paymentFault !== undefined) blame('payment', place, paymentFault)
  }

  function learn(keys: readonly ReceiptKey[]): void {
    const fresh = keys.filter(({ kid }) => !knownKeys.has(kid))
    for (const { kid } of fresh) knownKeys.add(kid)
    if (fresh.length > 0) proof.addKeys(fresh)
  }

  /** Whether the house has signed another receipt for the place of one that it shows, or a bet that is beyond the last. */
  function findsRivals(): (receipt: Receipt) => boolean {
    const befores = new Set<string>()
    const betsAt = new Map<number, string>()
    const nonceOf = ({ place }: Receipt) =>
      'nonce' in place && place.serverSeedHash === pair.serverSeedHash ? place.nonce : undefined
    for (const receipt of read.values()) {
      befores.add(receipt.prev)
      const nonce = nonceOf(receipt)
      if (nonce !== undefined) betsAt.set(nonce, receipt.bet)
    }
    return (receipt) => {
      if (read.has(receipt.hash)) return false
      const nonce = nonceOf(receipt) ?? -1
      const isOther = betsAt.has(nonce) && betsAt.get(nonce) !== receipt.bet
      return isOther || nonce >= pair.betCount || befores.has(receipt.prev)
    }
  }

  const hasGaps = () => chainReceipts([...read.values()]).some(({ gaps }) => gaps > 0)

  return {
    /** @param keys of the house, that the receipts of these bets may be signed with */
    async check(bets: readonly SignedBet[], keys: readonly ReceiptKey[]): Promise<void> {
      learn(keys)
      proof.addSigned(bets)
      for (const each of bets) {
        try {
          await checkOne(each, keys)
        } catch (error) {
          if (!(error instanceof FairnessError)) throw error
          const { id, seeds } = each.bet
          const isSeedWrong = error.message === NOT_COMMITTED
          const fault = error instanceof ReceiptError ? error.fault : isSeedWrong ? 'seeds' : 'result'
          blame(fault, { id, nonce: seeds.nonce }, error.message)
        }
        checked += 1
        receipts += each.receipts.length
      }
    },
    /** Receipts that may lie between those of the bets. */
    async checkChain(others: readonly SignedReceipt[], keys: readonly ReceiptKey[]): Promise<void> {
      learn(keys)
      for (const each of others) {
        if (texts.has(textOf(each))) continue
        texts.add(textOf(each))
        try {
          const receipt = await verifyReceipt(each, keys, verify)
          read.set(receipt.hash, receipt)
          checkSignedPayment(receipt)
        } catch (error) {
          if (!(error instanceof ReceiptError)) throw error
          blame(error.fault, undefined, error.message)
        }
        proof.addReceipts([each])
      }
    },
    /**
     * Receipts that this device has kept: they count where the house shows others. What was damaged where it is kept
     * proves nothing against anybody.
     */
    async checkKept(kept: readonly SignedReceipt[], keys: readonly ReceiptKey[]): Promise<void> {
      const isRival = findsRivals()
      for (const each of kept) {
        try {
          if (!isRival(parseReceipt(each.receipt))) continue
          const receipt = await verifyReceipt(each, keys, verify)
          read.set(receipt.hash, receipt)
        } catch (error) {
          if (!(error instanceof ReceiptError)) throw error
          continue
        }
        learn(keys)
        proof.addReceipts([each])
      }
    },
    /** Bets that were checked so far. */
    count: () => checked,
    /** Whether receipts are not there that come between those of the bets. */
    hasGaps,
    /**
     * What came of it.
     * @param isAll whether these were all bets that could be had
     * @param isChainRead whether all receipts between them were asked for: one that is not there is missing then
     */
    finish(
      isAll: boolean,
      isChainRead: boolean,
    ): { readonly report: PairReport; readonly proof: Blob | undefined } {
      const { serverSeedHash, betCount } = pair
      const found = [...read.values()]
      const scope = { serverSeedHash, betCount }
      const isComplete = isSigned && isAll && (isChainRead || !hasGaps())
      if (isComplete) proof.addScope(scope)
      const chains = chainReceipts(found, isComplete ? [scope] : [])
      for (const { fault, message } of chains.flatMap((chain) => chain.faults))
        blame(fault, undefined, message)
      const gaps = isComplete ? 0 : chains.reduce((sum, chain) => sum + chain.gaps, 0)
      const absent = betCount - nonces.size
      // What a device has kept of the demonstration has an end.
      if (isAll && isSigned && absent > 0)
        blame('absent', undefined, `${absent} of the ${betCount} bets of the pair are not there`)
      else if (isComplete) {
        const fault = absentBets(found, scope)
        if (fault) blame(fault.fault, undefined, fault.message)
      }
      const isWhole = isAll && absent === 0
      return {
        report: { checked, receipts, isWhole, gaps, faultCount, faults },
        proof: faultCount > 0 ? proof.finish() : undefined,
      }
    },
  }
}
