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

/** What is wrong with one receipt, or with the chain. */
interface FaultAnswer {
  fault: ReceiptFault
  error: string
}

/** The last line about receipts: how many there were, each counted once, and how many are as they should be. */
interface SummaryAnswer {
  receipts: number
  /** Signed by the house, and saying what their bet says. */
  verified: number
  /**
   * `whole`: no receipt is missing between the first one and the last. `gaps`: some that come between are not there, and
   * were not looked at. `broken`: something is wrong.
   */
  chain: 'whole' | 'gaps' | 'broken'
  /** Whether the player's very first receipt is there. */
  fromFirst: boolean
}
/** After that, where some bets are not signed: how many bets there were, and of how many nothing signed says what they brought. */
interface UnsignedAnswer {
  bets: number
  unsigned: number
}
export type ReceiptAnswer = FaultAnswer | SummaryAnswer | UnsignedAnswer

/** What came of the bets, each counted once. A bet that the house has not signed is never counted as right. */
export interface BetCounts {
  /** Result and payout are what they must be, and signed. */
  readonly right: number
  /** Their result, their payout or their receipts are wrong. */
  readonly wrong: number
  /** Signed, and their server seed is not revealed yet, or their round goes on. */
  readonly sealed: number
  /** Signed, of void rounds of Crash, which have no result. */
  readonly void: number
  /** Nothing signed says what they brought. */
  readonly unsigned: number
}

interface Judged {
  readonly bet: string
  readonly verdict: BetVerdict
  /** Whether the house must have signed what it brought: that of a demonstration is not signed. */
  readonly isOfHouse: boolean
  readonly serverSeedHash: unknown
  /** The outcome that its seeds give. */
  readonly computed: WireOutcome | null
  isSigned: boolean
  /** Something is wrong with its receipts, which is told. */
  isBlamed: boolean
}

/**
 * Collects the receipts of what `createLineVerifier` reads: of bets that carry `receipts`, of lines that are a
 * receipt, the keys of a line `{ "receiptKeys": … }`, and what a line `{ "allReceiptsOf": … }` says of the file.
 * @param trusted keys from elsewhere; keys among the lines are then not looked at
 * @param onCrashGame is told of each game of Crash that a receipt names, with the hash that its bet says
 */
export function createReceiptVerifier(
  verify: VerifySignature,
  trusted?: readonly ReceiptKey[],
  onCrashGame?: (place: CrashPlace) => void,
) {
  let keys = trusted ?? []
  let waiting: { signed: SignedReceipt; bet: Fields | undefined }[] = []
  const seen = new Set<string>()
  /** Signed by the house, whatever their bets say: these make up the chain. */
  const signedOnes: Receipt[] = []
  const verified = new Set<string>()
  const faults: FaultAnswer[] = []
  /** What the lines are said to be complete for. */
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

  /** Checks what has come so far, so that a long file is not kept in memory as text. */
  const check = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    for (const { signed, bet } of batch) {
      const own = bet && judgedBy.get(bet)
      try {
        const receipt = await verifyReceipt(signed, keys, verify)
        signedOnes.push(receipt)
        if (bet) {
          // What a bet leaves out must not hide what its receipt says of it.
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
    /** @throws {FairnessError} when receipts or keys do not have the form that they must have */
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

    /** Counts a bet that was taken before, with what its seeds say of it. */
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
    /** What came of the bets, once all is checked. */
    bets(): BetCounts {
      const counts = { right: 0, wrong: 0, sealed: 0, void: 0, unsigned: 0 }
      for (const { verdict, isSigned, isBlamed } of judged)
        counts[isBlamed ? 'wrong' : verdict === 'wrong' || isSigned ? verdict : 'unsigned'] += 1
      return counts
    },
    /** Those that count, as far as they are known. */
    keys: (): readonly ReceiptKey[] => keys,
    /** Receipts that the house has signed. */
    signed: (): readonly Receipt[] => signedOnes,

    /** Checks what waits, once there are keys. */
    async check(): Promise<void> {
      if (keys.length > 0) await check()
    },

    /** What is wrong, and a summary; nothing when no line had a receipt. */
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
 * The keys of an object `{ receiptKeys }`, or of the answer of `GET /config`.
 * @throws {FairnessError} when it has none
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
      throw new FairnessError('until must be a moment or null')
    }
    return { kid, publicKey, from, until: until ?? null }
  })
}

/** Whether the receipts of a bet have to be there. */
const isExpected = ({ serverSeedHash }: Judged, all: readonly AllReceiptsOf[]) =>
  all.some((one) => one === 'chain' || one.serverSeedHash === serverSeedHash)

const isNotSigned = ({ bet }: Judged) =>
  new ReceiptError('missing', `nothing signed says what bet ${bet} brought`)

/** What a line `{ "allReceiptsOf": … }` says. @throws {FairnessError} when it does not have the form that it must have */
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

/** Of a round that is over: the receipt has its place, and the bet the hash, which was secret before. */
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
