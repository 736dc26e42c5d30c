import { bytesToHex } from '@noble/hashes/utils.js'
import { FairnessError } from './fairness-error.ts'
import { hashLeaf, joinHashes, joinSums, rootFromRange, sumLeaf, type SumNode } from './merkle.ts'
import { type Fields, parseFields } from './parse-value.ts'
import type { Receipt } from './receipt.ts'
import {
  balanceLeafData,
  dayAfter,
  dayOf,
  parseCoin,
  parseCount,
  parseDay,
  parseHash,
  parseSum,
  parseText,
  type Seal,
  SealError,
} from './seal.ts'

// A player's proofs for a seal, as the server hands them out (docs/seals.md).

/** Proves that consecutive receipts are in the seal of a day. */
export interface SealedReceipts {
  readonly day: string
  /** Index of the first one among all receipts of the day, from 0. */
  readonly first: number
  /** SHA-256 of their texts. */
  readonly receipts: readonly string[]
  /** Roots of the subtrees beside them, from left to right. */
  readonly path: readonly string[]
}

/** Proves that a player's balance of a coin is in the seal of a day. */
export interface SealedBalance {
  readonly day: string
  readonly player: string
  readonly coin: string
  /** They add up to the balance; in the coin's smallest unit. */
  readonly pieces: readonly {
    readonly amount: string
    readonly salt: string
    readonly index: number
    readonly path: readonly { readonly hash: string; readonly sum: string }[]
  }[]
}

/** @throws {FairnessError} if it is malformed */
export function parseSealedReceipts(value: unknown): SealedReceipts {
  const fields = parseFields(value, 'sealedReceipts')
  return {
    day: parseDay(fields['day']),
    first: parseCount(fields['first'], 'first'),
    receipts: listOf(fields, 'receipts', (each) => bytesToHex(parseHash(each, 'a receipt'))),
    path: listOf(fields, 'path', (each) => bytesToHex(parseHash(each, 'a part of the path'))),
  }
}

/** @throws {FairnessError} if it is malformed */
export function parseSealedBalance(value: unknown): SealedBalance {
  const fields = parseFields(value, 'sealedBalance')
  return {
    day: parseDay(fields['day']),
    player: parseText(fields['player'], 'player', /^.{1,100}$/),
    coin: parseCoin(fields['coin']),
    pieces: listOf(fields, 'pieces', (piece) => {
      const { amount, salt, index, ...rest } = parseFields(piece, 'a piece')
      return {
        amount: String(parseSum(amount, 'amount')),
        salt: parseText(salt, 'salt', /^[0-9a-f]{32,128}$/),
        index: parseCount(index, 'index'),
        path: listOf(rest, 'path', (node) => {
          const { hash, sum } = parseFields(node, 'a node')
          return { hash: bytesToHex(parseHash(hash, 'hash')), sum: String(parseSum(sum, 'sum')) }
        }),
      }
    }),
  }
}

/** @throws {SealError} if the seal does not contain them */
export function checkSealedReceipts(seal: Seal, { day, first, receipts, path }: SealedReceipts): void {
  sameDay(seal, day)
  const root = rootOrError(seal, 'these receipts', () =>
    rootFromRange(
      {
        size: seal.receipts.count,
        first,
        leaves: receipts.map((hash) => hashLeaf(parseHash(hash, 'a receipt'))),
        path: path.map((hash) => parseHash(hash, 'a part of the path')),
      },
      joinHashes(),
    ),
  )
  if (bytesToHex(root) !== seal.receipts.root) {
    throw new SealError(`the seal of ${day} does not contain these receipts`)
  }
}

/**
 * @returns the balance, in the coin's smallest unit
 * @throws {SealError} if the seal does not contain it
 */
export function checkSealedBalance(seal: Seal, { day, player, coin, pieces }: SealedBalance): bigint {
  sameDay(seal, day)
  const sealed = seal.coins.find((each) => each.coin === coin)
  if (sealed === undefined) throw new SealError(`the seal of ${day} does not list ${coin}`)
  if (new Set(pieces.map(({ index }) => index)).size !== pieces.length || pieces.length === 0) {
    throw new SealError('the proof has no parts of a balance, or counts one twice')
  }
  let balance = 0n
  for (const { amount, salt, index, path } of pieces) {
    const leaf = sumLeaf(balanceLeafData({ amount, coin, day, player, salt }), BigInt(amount))
    const nodes: SumNode[] = path.map(({ hash, sum }) => ({
      hash: parseHash(hash, 'hash'),
      sum: parseSum(sum, 'sum'),
    }))
    const root = rootOrError(seal, `this balance of ${coin}`, () =>
      rootFromRange({ size: sealed.leaves, first: index, leaves: [leaf], path: nodes }, joinSums()),
    )
    if (bytesToHex(root.hash) !== sealed.root || root.sum !== sealed.total) {
      throw new SealError(`the seal of ${day} does not contain this balance of ${coin}`)
    }
    balance += BigInt(amount)
  }
  return balance
}

function sameDay(seal: Seal, day: string): void {
  if (seal.day !== day) throw new SealError(`the proof is for ${day}, but the seal is for ${seal.day}`)
}

function rootOrError<Node>(seal: Seal, what: string, root: () => Node): Node {
  try {
    return root()
  } catch (error) {
    if (!(error instanceof FairnessError)) throw error
    throw new SealError(`the seal of ${seal.day} does not contain ${what}: ${error.message}`)
  }
}

function listOf<Item>(fields: Fields, name: string, read: (value: unknown) => Item): Item[] {
  const list = fields[name]
  if (!Array.isArray(list)) throw new FairnessError(`${name} must be a list`)
  return list.map(read)
}

/** A receipt may be dated this long after the day of its seal: clocks of two processes may differ. */
const AHEAD_MS = 5 * 60_000

/**
 * A receipt belongs into the seal of its day; if it was stored late, into the next one.
 * @throws {SealError}
 */
export function checkDay(day: string, receipt: Receipt | undefined): void {
  if (!receipt) return
  const at = Date.parse(receipt.at)
  const isLater = dayOf(at - AHEAD_MS) > day
  const isEarlier = dayAfter(dayOf(at)) < day
  if (isLater || isEarlier) {
    throw new SealError(
      `the receipt of bet ${receipt.bet} is dated ${receipt.at}, but is in the seal of ${day}`,
    )
  }
}
