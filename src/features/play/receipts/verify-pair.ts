import { FairnessError } from '#fair/fairness-error.ts'
import { checkReceiptOfBet } from '#fair/receipt-of-bet.ts'
import { chainReceipts } from '#fair/receipt-chain.ts'
import {
  ReceiptError,
  verifyReceipt,
  type Receipt,
  type ReceiptKey,
  type VerifySignature,
} from '#fair/receipt.ts'
import { checkBet } from '#features/play/check-bet.ts'
import { createExport, exportedBet } from '#features/play/history-export.ts'
import type { PastSeedPair, SettledBet, SignedBet } from '#features/play/play-engine.ts'
import type { VerdictFault } from '#features/play/play-receipts.ts'

/** Beside those of one bet: `missing`, nothing signed says what it brought; `absent`, bets of the pair are not there. */
export type PairFault = VerdictFault | 'missing' | 'absent'

export interface FaultOfPair {
  readonly fault: PairFault
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

/** Checks all bets of a revealed pair: each result, each receipt, and that not one is missing. */
export function createPairVerifier({ pair, isSigned, verify }: Given) {
  const nonces = new Set<number>()
  const read: Receipt[] = []
  const faults: FaultOfPair[] = []
  const proof = createExport('json')
  const knownKeys = new Set<string>()
  let checked = 0
  let receipts = 0
  let faultCount = 0

  function blame(fault: PairFault, bet: FaultOfPair['bet'], detail: string): void {
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
    for (const each of signed) {
      const receipt = await verifyReceipt(each, keys, verify)
      read.push(receipt)
      checkReceiptOfBet(receipt, recorded)
      isDecided ||= receipt.result !== undefined
    }
    if (isSigned && !isDecided) return blame('missing', place, `nothing signed says what bet ${id} brought`)
    const check = checkBet(drawn)
    if (!check?.isSeedCommitted) {
      return blame('seeds', place, 'the revealed server seed does not have the hash that was shown')
    }
    if (!check.isVerified) blame('result', place, `the seeds give another result than bet ${id} says`)
  }

  return {
    /** @param keys of the house, that the receipts of these bets may be signed with */
    async check(bets: readonly SignedBet[], keys: readonly ReceiptKey[]): Promise<void> {
      const fresh = keys.filter(({ kid }) => !knownKeys.has(kid))
      for (const { kid } of fresh) knownKeys.add(kid)
      if (fresh.length > 0) proof.addKeys(fresh)
      proof.addSigned(bets)
      for (const each of bets) {
        try {
          await checkOne(each, keys)
        } catch (error) {
          if (!(error instanceof FairnessError)) throw error
          const { id, seeds } = each.bet
          const fault = error instanceof ReceiptError ? error.fault : 'result'
          blame(fault, { id, nonce: seeds.nonce }, error.message)
        }
        checked += 1
        receipts += each.receipts.length
      }
    },
    /** Bets that were checked so far. */
    count: () => checked,
    /**
     * What came of it.
     * @param isAll whether these were all bets that could be had
     */
    finish(isAll: boolean): { readonly report: PairReport; readonly proof: Blob | undefined } {
      for (const { faults: broken } of chainReceipts(read)) {
        for (const { message } of broken) blame('chain', undefined, message)
      }
      const absent = pair.betCount - nonces.size
      // What a device has kept of the demonstration has an end.
      if (isAll && isSigned && absent > 0)
        blame('absent', undefined, `${absent} of the ${pair.betCount} bets of the pair are not there`)
      const isWhole = isAll && absent === 0
      return {
        report: { checked, receipts, isWhole, faultCount, faults },
        proof: faultCount > 0 ? proof.finish() : undefined,
      }
    },
  }
}
