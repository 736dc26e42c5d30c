import { FairnessError } from '#fair/fairness-error.ts'
import { type Fields, parseFields, parseInteger } from '#fair/parse-value.ts'
import { type AllReceiptsOf, absentBets, chainReceipts } from '#fair/receipt-chain.ts'
import {
  type Receipt,
  ReceiptError,
  type ReceiptFault,
  type ReceiptKey,
  type SignedReceipt,
  type VerifySignature,
  verifyReceipt,
} from '#fair/receipt.ts'
import type { WireOutcome } from '#rules/base/game-rules.ts'
import type { CrashPlace } from '#rules/crash/verify-crash.ts'
import { checkReceiptOfBet, checkSignedPayment } from './receipt-of-bet.ts'
import type { BetVerdict } from './verify-lines.ts'

/** A fault of one receipt or of the chain. */
interface FaultAnswer {
  fault: ReceiptFault
  error: string
}

/** The last answer about receipts. Duplicates count once. */
interface SummaryAnswer {
  receipts: number
  /** Receipts that the house signed and that match their bets. */
  verified: number
  /**
   * `whole`: no receipt is missing between the first and the last one. `gaps`: receipts in between were not in the file
   * and were not checked. `broken`: there is a fault.
   */
  chain: 'whole' | 'gaps' | 'broken'
  /** True if the player's very first receipt is in the file. */
  fromFirst: boolean
}
/** Follows the summary if some bets are not signed: the number of bets, and of those whose result no receipt gives. */
interface UnsignedAnswer {
  bets: number
  unsigned: number
}
export type ReceiptAnswer = FaultAnswer | SummaryAnswer | UnsignedAnswer

/** Verdicts by bet; duplicates count once. A bet without the house's signature never counts as right. */
export interface BetCounts {
  /** Result and payout are right and signed. */
  readonly right: number
  /** Result, payout or receipts are wrong. */
  readonly wrong: number
  /** Signed, but the server seed is not revealed yet or the round is still running. */
  readonly sealed: number
  /** Signed, in a void round of Crash, which has no result. */
  readonly void: number
  /** No receipt gives the result. */
  readonly unsigned: number
}

interface Judged {
  readonly bet: string
  readonly verdict: BetVerdict
  /** False for demo play: its results are not signed. */
  readonly isOfHouse: boolean
  readonly serverSeedHash: unknown
  /** Computed from the bet's seeds. */
  readonly computed: WireOutcome | null
  isSigned: boolean
  /** True if a fault of its receipts is reported. */
  isBlamed: boolean
}

/**
 * Collects receipts from the lines that `createLineVerifier` reads: from bets with `receipts`, from lines that are a
 * receipt, keys from a line `{ "receiptKeys": … }`, and the file's claim of completeness from a line `{
 * "allReceiptsOf": … }`.
 * @param trusted the house's keys from another source: keys among the lines are ignored then
 * @param onCrashGame called for each game of Crash in a receipt, with the hash that its bet gives
 */
export function createReceiptVerifier(
  verify: VerifySignature,
  trusted?: readonly ReceiptKey[],
  onCrashGame?: (place: CrashPlace) => void,
) {
  let keys = trusted ?? []
  let waiting: { signed: SignedReceipt; bet: Fields | undefined }[] = []
  const seen = new Set<string>()
  /** Signed by the house, whether or not they match their bets: the chain consists of these. */
  const signedOnes: Receipt[] = []
  const verified = new Set<string>()
  const faults: FaultAnswer[] = []
  const all: AllReceiptsOf[] = []
  const judged: Judged[] = []
  const judgedBy = new WeakMap<Fields, Judged>()

  const add = (value: unknown, bet: Fields | undefined) => {
    const signed = signedReceiptOf(value)
    const text = `${signed.receipt}${signed.kid}${signed.signature}`
    if (bet === undefined && seen.has(text)) return
    seen.add(text)
    waiting.push({ signed, bet })
  }

  /** Checks the receipts so far, so that a long file need not stay in memory. */
  const check = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    for (const { signed, bet } of batch) {
      const own = bet && judgedBy.get(bet)
      try {
        const receipt = await verifyReceipt(signed, keys, verify)
        signedOnes.push(receipt)
        if (bet) {
          // If the bet leaves out its outcome, use the computed one: an omission must not hide a wrong receipt.
          const outcome = bet['outcome'] === undefined ? (own?.computed ?? undefined) : bet['outcome']
          checkReceiptOfBet(receipt, { ...bet, outcome })
          const place = crashPlaceOf(receipt, bet)
          if (place) onCrashGame?.(place)
        } else checkSignedPayment(receipt)
        verified.add(receipt.hash)
        if (own && receipt.result) own.isSigned = true
      } catch (error) {
        if (!(error instanceof FairnessError)) throw error
        if (own) own.isBlamed = true
        faults.push(faultOf(error))
      }
    }
  }

  return {
    /** @throws {FairnessError} if receipts or keys are malformed */
    take(value: unknown): boolean {
      if (typeof value !== 'object' || value === null) return false
      const fields = value as Fields
      if (fields['receiptKeys'] !== undefined) {
        const found = receiptKeysOf(fields)
        keys = trusted ?? [...keys, ...found]
        return true
      }
      if (fields['allReceiptsOf'] !== undefined) {
        all.push(allReceiptsOf(fields['allReceiptsOf']))
        return true
      }
      if (typeof fields['receipt'] === 'string') {
        const { bet } = fields
        add(fields, typeof bet === 'object' && bet !== null ? (bet as Fields) : undefined)
        return true
      }
      const { receipts } = fields
      if (receipts === undefined || receipts === null) return false
      if (!Array.isArray(receipts)) throw new FairnessError('receipts must be a list')
      for (const receipt of receipts) add(receipt, fields)
      return false
    },

    /** Counts the bet that was passed to `take` before. */
    judge(bet: Fields, verdict: BetVerdict, computed: WireOutcome | null): void {
      const { id, coin, payout, serverSeedHash } = bet
      const isOfHouse = payout !== undefined && payout !== null && coin !== 'demo'
      const one: Judged = {
        bet: String(id),
        verdict,
        isOfHouse,
        serverSeedHash,
        computed,
        isSigned: false,
        isBlamed: false,
      }
      judged.push(one)
      judgedBy.set(bet, one)
    },
    /** Complete only after `finish`. */
    bets(): BetCounts {
      const counts = { right: 0, wrong: 0, sealed: 0, void: 0, unsigned: 0 }
      for (const { verdict, isSigned, isBlamed } of judged)
        counts[isBlamed ? 'wrong' : verdict === 'wrong' || isSigned ? verdict : 'unsigned'] += 1
      return counts
    },
    keys: (): readonly ReceiptKey[] => keys,
    signed: (): readonly Receipt[] => signedOnes,

    /** Checks the receipts so far, if the keys are known. */
    async check(): Promise<void> {
      if (keys.length > 0) await check()
    },

    /** Returns faults and a summary; an empty list if no line had a receipt. */
    async finish(): Promise<ReceiptAnswer[]> {
      await check()
      const chains = chainReceipts(signedOnes, all)
      const absent = all.map((one) => (one === 'chain' ? undefined : absentBets(signedOnes, one)))
      const broken = [...chains.flatMap((chain) => chain.faults), ...absent].filter(
        (each) => each !== undefined,
      )
      const unsigned = judged.filter((one) => one.isOfHouse && !one.isSigned && !one.isBlamed)
      const missing = unsigned.filter((one) => isExpected(one, all)).map(isNotSigned)
      const counted: UnsignedAnswer[] =
        unsigned.length > 0 ? [{ bets: judged.length, unsigned: unsigned.length }] : []
      if (seen.size + broken.length + missing.length === 0) return counted
      return [
        ...faults,
        ...missing.map(faultOf),
        ...broken.map(faultOf),
        {
          receipts: seen.size,
          verified: verified.size,
          chain: broken.length > 0 ? 'broken' : chains.some(({ gaps }) => gaps > 0) ? 'gaps' : 'whole',
          fromFirst: chains.length > 0 && chains.every(({ isFromFirst }) => isFromFirst),
        },
        ...counted,
      ]
    },
  }
}

/**
 * Reads an object `{ receiptKeys }` or the answer of `GET /config`.
 * @throws {FairnessError} if it has no keys
 */
export function receiptKeysOf(value: unknown): ReceiptKey[] {
  const fields = parseFields(value, 'the keys')
  const list = fields['receiptKeys'] ?? parseFields(fields['data'] ?? {}, 'data')['receiptKeys']
  if (!Array.isArray(list)) throw new FairnessError('receiptKeys must be a list')
  return list.map((entry) => {
    const { kid, publicKey, from, until } = parseFields(entry, 'a key')
    if (typeof kid !== 'string' || typeof publicKey !== 'string' || !isMoment(from)) {
      throw new FairnessError('a key must have kid, publicKey and from')
    }
    if (until !== null && until !== undefined && !isMoment(until)) {
      throw new FairnessError('until must be a date-time or null')
    }
    return { kid, publicKey, from, until: until ?? null }
  })
}

/** True if the file claims to have the receipts of this bet. */
const isExpected = ({ serverSeedHash }: Judged, all: readonly AllReceiptsOf[]) =>
  all.some((one) => one === 'chain' || one.serverSeedHash === serverSeedHash)

const isNotSigned = ({ bet }: Judged) =>
  new ReceiptError('missing', `no receipt gives the result of bet ${bet}`)

/** Reads a line `{ "allReceiptsOf": … }`. @throws {FairnessError} if it is malformed */
function allReceiptsOf(value: unknown): AllReceiptsOf {
  if (value === 'chain') return value
  const { serverSeedHash, betCount } = parseFields(value, 'allReceiptsOf')
  if (typeof serverSeedHash !== 'string') throw new FairnessError('serverSeedHash must be a text')
  return {
    serverSeedHash,
    betCount:
      betCount === undefined ? undefined : parseInteger(betCount, 'betCount', 0, Number.MAX_SAFE_INTEGER),
  }
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** For a round that is over: the receipt has its place, and the bet its hash, which was secret before. */
function crashPlaceOf({ place }: Receipt, bet: Fields): CrashPlace | undefined {
  if (!('crashChain' in place)) return undefined
  const { gameHash } = bet['seeds'] === undefined ? bet : parseFields(bet['seeds'], 'seeds')
  return typeof gameHash === 'string'
    ? { chain: place.crashChain, game: place.crashGame, gameHash }
    : undefined
}

function signedReceiptOf(value: unknown): SignedReceipt {
  const { receipt, kid, signature } = parseFields(value, 'a receipt')
  if (typeof receipt !== 'string' || typeof kid !== 'string' || typeof signature !== 'string') {
    throw new FairnessError('a receipt must have receipt, kid and signature')
  }
  return { receipt, kid, signature }
}

function faultOf(error: FairnessError): FaultAnswer {
  return { fault: error instanceof ReceiptError ? error.fault : 'unreadable', error: error.message }
}
