import { FairnessError } from './fairness-error.ts'
import { type Fields, parseFields } from './parse-value.ts'
import { chainReceipts } from './receipt-chain.ts'
import { type CrashPlace } from './verify-crash.ts'
import { checkReceiptOfBet } from './receipt-of-bet.ts'
import {
  type Receipt,
  ReceiptError,
  type ReceiptFault,
  type ReceiptKey,
  type SignedReceipt,
  type VerifySignature,
  verifyReceipt,
} from './receipt.ts'

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
  /** Whether no receipt is missing between the first one and the last. */
  chain: 'whole' | 'broken'
  /** Whether the player's very first receipt is there. */
  fromFirst: boolean
}
export type ReceiptAnswer = FaultAnswer | SummaryAnswer

/**
 * Collects the receipts of what `createLineVerifier` reads: of bets that carry `receipts`, of lines that are a
 * receipt, and the keys of a line `{ "receiptKeys": … }`.
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
      try {
        const receipt = await verifyReceipt(signed, keys, verify)
        signedOnes.push(receipt)
        if (bet) {
          checkReceiptOfBet(receipt, bet)
          const place = crashPlaceOf(receipt, bet)
          if (place) onCrashGame?.(place)
        }
        verified.add(receipt.hash)
      } catch (error) {
        if (!(error instanceof FairnessError)) throw error
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
      if (seen.size === 0) return []
      const chains = chainReceipts(signedOnes)
      const broken = chains.flatMap((chain) => chain.faults)
      return [
        ...faults,
        ...broken.map(faultOf),
        {
          receipts: seen.size,
          verified: verified.size,
          chain: broken.length > 0 ? 'broken' : 'whole',
          fromFirst: chains.length > 0 && chains.every(({ isFromFirst }) => isFromFirst),
        },
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
