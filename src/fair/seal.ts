import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from './canonical-json.ts'
import { FairnessError } from './fairness-error.ts'
import { parseJson } from './parse-json.ts'
import { SUMS_END } from './merkle.ts'
import { parseFields, parseInteger } from './parse-value.ts'
import {
  NO_RECEIPT_BEFORE,
  ReceiptError,
  type ReceiptKey,
  type VerifySignature,
  checkSignature,
  hashText,
} from './receipt.ts'

// The seals that the house signs for each day (docs/seals.md).

/** The server's form: the signature covers exactly the UTF-8 bytes of `seal`. */
export interface SignedSeal {
  readonly seal: string
  readonly kid: string
  /** Ed25519, base64url. */
  readonly signature: string
}

/** The house's debt to all players together in a coin, in its smallest unit. */
export interface SealedCoin {
  readonly coin: string
  readonly decimals: number
  /** Parts of balances that add up to the total. Each balance is split into two. */
  readonly leaves: number
  /** Root of the tree of sums, in hexadecimal. */
  readonly root: string
  readonly total: bigint
  /** Ledger balances by kind of account, in smallest units. Accounts of the house may be negative. */
  readonly ledger: Readonly<Record<string, bigint>>
}

/** A parsed seal. */
export interface Seal {
  /** UTC day, such as `2026-11-25`. */
  readonly day: string
  /** ISO date-time of the balances and of the signature: some minutes after the end of the day. */
  readonly at: string
  /** SHA-256 of the previous day's text; 64 zeros in the first seal. */
  readonly prev: string
  readonly build: { readonly version: string; readonly files: string | null }
  readonly receipts: { readonly count: number; readonly root: string }
  readonly crash: { readonly rounds: number; readonly root: string }
  readonly coins: readonly SealedCoin[]
  /** The log of what operators do: its lines, and the hash of the last one. Null in seals before 2026-12. */
  readonly log: { readonly lines: number; readonly head: string } | null
  /** SHA-256 of the text: the next seal has it as `prev`. */
  readonly hash: string
}

/** A seal or a proof that shows a fault. The message is one plain English sentence. */
export class SealError extends FairnessError {
  override name = 'SealError'
}

/** Kinds of accounts that hold money of players. */
const OWED = ['available', 'locked', 'pending']

/**
 * Reads a seal, and checks the house's signature and that the seal is consistent.
 * @throws {ReceiptError} `unreadable`, `key_unknown` or `signature`
 * @throws {SealError}
 */
export async function verifySeal(
  signed: SignedSeal,
  keys: readonly ReceiptKey[],
  verify: VerifySignature,
): Promise<Seal> {
  const seal = parseSeal(signed.seal)
  await checkSignature({ text: signed.seal, ...signed }, seal.at, keys, verify)
  for (const coin of seal.coins) checkOwed(seal.day, coin)
  return seal
}

/** Checks that the total owed is the ledger's, and that the ledger adds up to zero. @throws {SealError} */
export function checkOwed(day: string, { coin, total, ledger }: SealedCoin): void {
  const owed = OWED.reduce((sum, kind) => sum + (ledger[kind] ?? 0n), 0n)
  if (owed !== total) {
    throw new SealError(`the seal of ${day} owes ${total} of ${coin}, but its ledger owes ${owed}`)
  }
  const sum = Object.values(ledger).reduce((all, each) => all + each, 0n)
  if (sum !== 0n) throw new SealError(`the ledger of ${coin} in the seal of ${day} does not add up to zero`)
}

/**
 * Does not check the signature: `verifySeal` does.
 * @throws {ReceiptError} `unreadable`
 */
export function parseSeal(text: string): Seal {
  try {
    return sealOf(text)
  } catch (error) {
    if (error instanceof ReceiptError || !(error instanceof FairnessError)) throw error
    throw new ReceiptError('unreadable', `seal: ${error.message}`)
  }
}

function sealOf(text: string): Seal {
  const fields = parseFields(parseJson(text, 'it'), 'a seal')
  // Refuse a repeated key, other spaces or another order: two readers could see two seals in one text.
  if (canonicalJson(fields) !== text) throw new FairnessError('its text is not in canonical form')
  parseInteger(fields['v'], 'v', 1, 1)
  if (fields['type'] !== 'seal') throw new FairnessError('type must be seal')
  const day = parseText(fields['day'], 'day', DAY)
  const receipts = parseFields(fields['receipts'], 'receipts')
  const crash = parseFields(fields['crash'], 'crash')
  const build = parseFields(fields['build'], 'build')
  const coins = fields['coins']
  if (!Array.isArray(coins)) throw new FairnessError('coins must be a list')
  const read = coins.map(coinOf)
  if (new Set(read.map(({ coin }) => coin)).size !== read.length) {
    throw new FairnessError('a coin is listed twice')
  }
  const at = parseText(fields['at'], 'at', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
  if (at.slice(0, 10) <= day) throw new FairnessError('it is dated before the end of its day')
  return {
    day,
    at,
    prev: parseText(fields['prev'], 'prev', HASH),
    build: {
      version: parseText(build['version'], 'version', /^.+$/),
      files: build['files'] === null ? null : parseText(build['files'], 'files', HASH),
    },
    receipts: {
      count: parseCount(receipts['count'], 'count'),
      root: parseText(receipts['root'], 'root', HASH),
    },
    crash: { rounds: parseCount(crash['rounds'], 'rounds'), root: parseText(crash['root'], 'root', HASH) },
    coins: read,
    log: fields['log'] === undefined ? null : logOf(fields['log']),
    hash: hashText(text),
  }
}

function logOf(value: unknown): Seal['log'] {
  const fields = parseFields(value, 'log')
  return { lines: parseCount(fields['lines'], 'lines'), head: parseText(fields['head'], 'head', HASH) }
}

function coinOf(value: unknown): SealedCoin {
  const fields = parseFields(value, 'a coin')
  const ledger = parseFields(fields['ledger'], 'ledger')
  return {
    coin: parseText(fields['coin'], 'coin', COIN),
    decimals: parseInteger(fields['decimals'], 'decimals', 0, 38),
    leaves: parseCount(fields['leaves'], 'leaves'),
    root: parseText(fields['root'], 'root', HASH),
    total: parseSum(fields['total'], 'total'),
    ledger: Object.fromEntries(
      Object.entries(ledger).map(([kind, balance]) => [
        kind,
        BigInt(parseText(balance, kind, /^(?:0|-?[1-9]\d{0,37})$/)),
      ]),
    ),
  }
}

/**
 * Checks that seals, in any order, form one chain with one seal a day.
 * @returns days that are missing between the first and the last one
 * @throws {SealError} if two of them contradict each other
 */
export function followSeals(seals: readonly Seal[]): string[] {
  const ordered = [...seals].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const missing: string[] = []
  for (const [index, seal] of ordered.entries()) {
    const before = ordered[index - 1]
    if (before === undefined || before.hash === seal.hash) continue
    if (before.day === seal.day) throw new SealError(`there are two seals of ${seal.day}`)
    if (seal.prev === NO_RECEIPT_BEFORE) {
      throw new SealError(
        `the seal of ${seal.day} says that it is the first, and there is one of ${before.day}`,
      )
    }
    const next = dayAfter(before.day)
    if (next === seal.day && seal.prev !== before.hash) {
      throw new SealError(`the seal of ${seal.day} does not follow the one of ${before.day}`)
    }
    for (let day = next; day < seal.day; day = dayAfter(day)) missing.push(day)
  }
  return missing
}

const DAY_MS = 24 * 60 * 60_000

/**
 * The UTC day, such as `2026-11-25`.
 * @param at milliseconds since the epoch
 */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS)

/** Milliseconds since the epoch. */
export const endOfDay = (day: string): number => Date.parse(day) + DAY_MS

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const HASH = /^[0-9a-f]{64}$/
const COIN = /^[a-z0-9]+-[a-z0-9]+$/

export const parseDay = (value: unknown): string => parseText(value, 'day', DAY)
export const parseCoin = (value: unknown): string => parseText(value, 'coin', COIN)
export const parseCount = (value: unknown, name: string): number =>
  parseInteger(value, name, 0, Number.MAX_SAFE_INTEGER)

/** @throws {FairnessError} if it is negative or above the limit */
export function parseSum(value: unknown, name: string): bigint {
  const sum = BigInt(parseText(value, name, /^(?:0|[1-9]\d{0,38})$/))
  if (sum >= SUMS_END) throw new FairnessError(`${name} is above the limit of a sum`)
  return sum
}

export const parseHash = (value: unknown, name: string): Uint8Array =>
  hexToBytes(parseText(value, name, HASH))

export function parseText(value: unknown, name: string, form: RegExp): string {
  if (typeof value !== 'string') throw new FairnessError(`${name} must be a text`)
  if (!form.test(value)) throw new FairnessError(`${name} is malformed`)
  return value
}

/** The text that a leaf of the tree of sums hashes: player, amount, and a salt that only the player is told. */
export const balanceLeafData = (leaf: {
  readonly amount: string
  readonly coin: string
  readonly day: string
  readonly player: string
  readonly salt: string
}): Uint8Array => utf8ToBytes(canonicalJson({ ...leaf }))
