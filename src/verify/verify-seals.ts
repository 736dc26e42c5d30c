import { FairnessError } from '#fair/fairness-error.ts'
import { type Fields, parseFields } from '#fair/parse-value.ts'
import {
  type Receipt,
  ReceiptError,
  type ReceiptFault,
  type ReceiptKey,
  type VerifySignature,
} from '#fair/receipt.ts'
import {
  parseDay,
  type Seal,
  SealError,
  type SignedSeal,
  dayAfter,
  followSeals,
  verifySeal,
} from '#fair/seal.ts'
import {
  checkRoundsAcrossDays,
  checkSealedRounds,
  parseSealedRound,
  type SealedRound,
} from '#rules/crash/seal-crash.ts'
import {
  type SealedBalance,
  type SealedReceipts,
  checkDay,
  checkSealedBalance,
  checkSealedReceipts,
  parseSealedBalance,
  parseSealedReceipts,
} from '#fair/seal-proofs.ts'

/** `seal`: a seal is inconsistent, contradicts another seal, or does not contain what a proof claims. */
interface SealFaultAnswer {
  fault: ReceiptFault | 'seal'
  error: string
}

interface SealSummary {
  seals: number
  /** Seals that the house signed and that are consistent. */
  verified: number
  /** `whole` if each seal follows the one of the day before, as far as that is in the file. */
  chain: 'whole' | 'broken'
  /** Days without a seal between the first seal and the last one. */
  missingDays: number
  /** Receipts that a seal is proven to contain, and receipts without such a proof. */
  sealedReceipts: number
  unsealedReceipts: number
  /** Balances that a seal is proven to contain. */
  sealedBalances: number
  /** Crash rounds of days whose seal contains exactly these rounds. */
  sealedRounds: number
}
export type SealAnswer = SealFaultAnswer | SealSummary

/** Results of the other verifiers. */
interface Others {
  readonly keys: () => readonly ReceiptKey[]
  /** Receipts that the house signed. */
  readonly receipts: () => readonly Receipt[]
}

/** Collects seals and proofs from the lines that `createLineVerifier` reads, and checks them at the end. */
export function createSealVerifier(verify: VerifySignature, others: Others) {
  const signed = new Map<string, SignedSeal>()
  const receiptProofs: SealedReceipts[] = []
  const balanceProofs: SealedBalance[] = []
  const roundsByDay = new Map<string, Map<string, SealedRound>>()

  function takeRounds(day: string, rounds: readonly SealedRound[]): void {
    const known = roundsByDay.get(day) ?? new Map<string, SealedRound>()
    roundsByDay.set(day, known)
    // The whole text is the key: a round that appears twice with different content must not pass as the sealed one.
    for (const round of rounds) known.set(JSON.stringify(round), round)
  }

  return {
    /**
     * Returns true if the object has seals or proofs.
     * @throws {FairnessError} if they are malformed
     */
    take(value: unknown): boolean {
      if (typeof value !== 'object' || value === null) return false
      const fields = value as Fields
      const found = [
        ...(typeof fields['seal'] === 'string' ? [fields] : listOf(fields['seal'])),
        ...listOf(fields['seals']),
      ].map(signedSealOf)
      const receipts = listOf(fields['sealedReceipts']).map(parseSealedReceipts)
      const balances = listOf(fields['sealedBalances']).map(parseSealedBalance)
      for (const each of found) signed.set(`${each.seal}${each.kid}${each.signature}`, each)
      receiptProofs.push(...receipts)
      balanceProofs.push(...balances)
      // A day's rounds may be split over several pages.
      const isDay = Array.isArray(fields['rounds']) && fields['day'] !== undefined
      if (isDay) takeRounds(parseDay(fields['day']), listOf(fields['rounds']).map(parseSealedRound))
      return isDay || found.length + receipts.length + balances.length > 0
    },

    /** Returns faults and a summary; an empty list if no line had a seal or a proof. */
    async finish(): Promise<SealAnswer[]> {
      if (signed.size + receiptProofs.length + balanceProofs.length + roundsByDay.size === 0) return []
      const faults: SealFaultAnswer[] = []
      const tryIt = async <T>(work: () => T | Promise<T>): Promise<T | undefined> => {
        try {
          return await work()
        } catch (error) {
          if (!(error instanceof FairnessError)) throw error
          faults.push({ fault: faultOf(error), error: error.message })
          return undefined
        }
      }

      const seals = new Map<string, Seal>()
      for (const each of signed.values()) {
        const seal = await tryIt(() => verifySeal(each, others.keys(), verify))
        if (seal) seals.set(seal.hash, seal)
      }
      const missing = await tryIt(() => followSeals([...seals.values()]))
      const byDay = new Map([...seals.values()].map((seal) => [seal.day, seal]))
      const sealOf = (day: string) => {
        const seal = byDay.get(day)
        if (!seal) throw new SealError(`the seal of ${day} is missing or wrong`)
        return seal
      }

      const known = new Map(others.receipts().map((receipt) => [receipt.hash, receipt]))
      const sealedOnes = new Set<string>()
      for (const proof of receiptProofs) {
        await tryIt(() => {
          checkSealedReceipts(sealOf(proof.day), proof)
          for (const hash of proof.receipts) {
            checkDay(proof.day, known.get(hash))
            if (known.has(hash)) sealedOnes.add(hash)
          }
        })
      }
      const names = new Set([...known.values()].map(({ player }) => player))
      const balances = new Set<string>()
      for (const proof of balanceProofs) {
        await tryIt(() => {
          checkSealedBalance(sealOf(proof.day), proof)
          if (names.size > 0 && !names.has(proof.player)) {
            throw new SealError(`the balance of ${proof.day} belongs to another player than the receipts`)
          }
          balances.add(`${proof.day} ${proof.coin} ${proof.player}`)
        })
      }
      let sealedRounds = 0
      const right: DayOfRounds[] = []
      for (const [day, rounds] of roundsByDay) {
        await tryIt(() => {
          checkSealedRounds(sealOf(day), [...rounds.values()])
          sealedRounds += rounds.size
          right.push([day, [...rounds.values()]])
        })
      }
      for (const days of withoutBreaks(right)) await tryIt(() => checkRoundsAcrossDays(days))
      return [
        ...faults,
        {
          seals: signed.size,
          verified: seals.size,
          chain: missing === undefined ? 'broken' : 'whole',
          missingDays: missing?.length ?? 0,
          sealedReceipts: sealedOnes.size,
          unsealedReceipts: known.size - sealedOnes.size,
          sealedBalances: balances.size,
          sealedRounds,
        },
      ]
    },
  }
}

type DayOfRounds = readonly [day: string, rounds: readonly SealedRound[]]

/** Groups consecutive days. */
function withoutBreaks(days: readonly DayOfRounds[]): DayOfRounds[][] {
  const groups: DayOfRounds[][] = []
  for (const each of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const group = groups.at(-1)
    const before = group?.at(-1)?.[0]
    if (group && before !== undefined && dayAfter(before) === each[0]) group.push(each)
    else groups.push([each])
  }
  return groups
}

const faultOf = (error: FairnessError): SealFaultAnswer['fault'] =>
  error instanceof SealError ? 'seal' : error instanceof ReceiptError ? error.fault : 'unreadable'

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value]

function signedSealOf(value: unknown): SignedSeal {
  const { seal, kid, signature } = parseFields(value, 'a seal')
  if (typeof seal !== 'string' || typeof kid !== 'string' || typeof signature !== 'string') {
    throw new FairnessError('a seal must have seal, kid and signature')
  }
  return { seal, kid, signature }
}
