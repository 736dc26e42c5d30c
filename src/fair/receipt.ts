import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from './canonical-json.ts'
import { FairnessError } from './fairness-error.ts'
import { parseJson } from './parse-json.ts'
import { type Fields, parseChoice, parseFields, parseInteger } from './parse-value.ts'

// The receipts that the house signs for each bet (docs/games.md#receipts).

/** The server's form: the signature covers exactly the UTF-8 bytes of `receipt`. */
export interface SignedReceipt {
  readonly receipt: string
  readonly kid: string
  /** Ed25519, base64url. */
  readonly signature: string
}

const KEY_BYTES = 32

/** A public key of the house and the time in which it signed, as ISO date-times; `until` is null for a key in use. */
export interface ReceiptKey {
  readonly kid: string
  /** The raw 32 bytes, base64url. */
  readonly publicKey: string
  readonly from: string
  readonly until: string | null
}

/**
 * `bet`: the house accepted a bet; it includes the result if that was known at once. `step`: a step after which a round
 * went on. `settle`: the end of a round.
 */
export const RECEIPT_TYPES = ['bet', 'step', 'settle'] as const
export type ReceiptType = (typeof RECEIPT_TYPES)[number]

export interface SeededPlace {
  readonly pair: number
  readonly serverSeedHash: string
  /** SHA-256 of the client seed's text. */
  readonly clientSeedHash: string
  readonly nonce: number
}

/** A round of Crash: its chain, named by the chain's last hash, and its number in the chain, from 1. */
export interface SharedPlace {
  readonly crashRound: string
  readonly crashChain: string
  readonly crashGame: number
}

/** A parsed receipt. Amounts are decimal numbers of whole coins. */
export interface Receipt {
  readonly type: ReceiptType
  /** Idempotency key of the request. */
  readonly key: string
  readonly bet: string
  /** A pseudonym: only the player and the house know who it stands for. */
  readonly player: string
  /** The source of the result: a place in the player's seed pair, or a round that all players share. */
  readonly place: SeededPlace | SharedPlace
  readonly game: string
  readonly params: Fields
  readonly stake: string
  readonly coin: string
  /** ISO date-time. */
  readonly at: string
  /** SHA-256 of the previous receipt; `NO_RECEIPT_BEFORE` in the first one. */
  readonly prev: string
  /** True if the house has paid the stake. */
  readonly isFree: boolean
  /** Undefined if nothing was decided. For Crash, `outcome` is null if the round was still running. */
  readonly result:
    | {
        readonly outcome: unknown
        readonly multiplier: string
        readonly payout: string
        /** The player's steps in a round, and its end; undefined in other games. */
        readonly steps: unknown
        readonly endedBy: unknown
      }
    | undefined
  /** SHA-256 of the text: the next receipt has it as `prev`. */
  readonly hash: string
}

/**
 * `unreadable`: malformed. `key_unknown`: the house has no key with that id, or the key was not in use at that time.
 * `signature`: the house did not sign this text. `chain`: a receipt is missing, doubled or at another place. `bet`:
 * receipt and bet contradict each other. `absent`: bets of a pair have no receipt. `payment`: outcome, multiplier and
 * payout that were signed contradict each other. `missing`: no receipt gives the result of a bet.
 */
export type ReceiptFault =
  'unreadable' | 'key_unknown' | 'signature' | 'chain' | 'bet' | 'absent' | 'payment' | 'missing'

/** A receipt that proves nothing, or that proves a fault. The message is one plain English sentence. */
export class ReceiptError extends FairnessError {
  override name = 'ReceiptError'
  readonly fault: ReceiptFault

  constructor(fault: ReceiptFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** Verifies Ed25519, with WebCrypto, Node, or `ed25519.verify` with `zip215: false`. */
export type VerifySignature = (
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
) => boolean | Promise<boolean>

export const NO_RECEIPT_BEFORE = '0'.repeat(64)

/** SHA-256 of the text's UTF-8 bytes, in hexadecimal. */
export const hashText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/**
 * Reads a receipt and checks that the house signed it with one of these keys.
 * @throws {ReceiptError} `unreadable`, `key_unknown` or `signature`
 */
export async function verifyReceipt(
  signed: SignedReceipt,
  keys: readonly ReceiptKey[],
  verify: VerifySignature,
): Promise<Receipt> {
  const receipt = parseReceipt(signed.receipt)
  await checkSignature({ text: signed.receipt, ...signed }, receipt.at, keys, verify)
  return receipt
}

/**
 * Checks that the house signed this text, with a key that was in use at that moment.
 * @param at ISO date-time in the text
 * @throws {ReceiptError} `unreadable`, `key_unknown` or `signature`
 */
export async function checkSignature(
  signed: { readonly text: string; readonly kid: string; readonly signature: string },
  at: string,
  keys: readonly ReceiptKey[],
  verify: VerifySignature,
): Promise<void> {
  const key = keys.find(({ kid }) => kid === signed.kid)
  if (!key) throw new ReceiptError('key_unknown', `the house has no key named ${JSON.stringify(signed.kid)}`)
  const moment = Date.parse(at)
  // A date that does not exist, such as 31 February, is in no key's time.
  if (Number.isNaN(moment)) throw new ReceiptError('unreadable', `${at} is not a date`)
  if (moment < Date.parse(key.from) || (key.until !== null && moment > Date.parse(key.until))) {
    throw new ReceiptError('key_unknown', `the key ${key.kid} was not in use at ${at}`)
  }
  const signature = bytesOf(signed.signature, 64, 'the signature')
  const publicKey = bytesOf(key.publicKey, KEY_BYTES, `the key ${key.kid}`)
  if (isSmallOrderKey(publicKey)) {
    throw new ReceiptError('unreadable', `the key ${key.kid} is invalid: anybody could sign with it`)
  }
  const isSigned = await verify(signature, utf8ToBytes(signed.text), publicKey)
  if (!isSigned) throw new ReceiptError('signature', 'the house has not signed this text with that key')
}

/**
 * Does not check the signature: `verifyReceipt` does.
 * @throws {ReceiptError} `unreadable`
 */
export function parseReceipt(text: string): Receipt {
  try {
    return fieldsOf(text)
  } catch (error) {
    if (error instanceof FairnessError) throw new ReceiptError('unreadable', `receipt: ${error.message}`)
    throw error
  }
}

function fieldsOf(text: string): Receipt {
  const fields = parseFields(parseJson(text, 'it'), 'a receipt')
  // Refuse a repeated key, other spaces or another order: two readers could see two receipts in one text.
  if (canonicalJson(fields) !== text) throw new FairnessError('its text is not in canonical form')
  parseInteger(fields['v'], 'v', 1, 1)
  const type = parseChoice(fields['type'], 'type', RECEIPT_TYPES)
  const isDecided = fields['outcome'] !== undefined
  if (type === 'settle' && !isDecided) throw new FairnessError('outcome is missing')
  if (type === 'step' && isDecided) throw new FairnessError('a step of a running round must have no outcome')
  return {
    type,
    key: textOf(fields, 'key', /^.+$/),
    bet: textOf(fields, 'bet', ID),
    player: textOf(fields, 'player', /^.+$/),
    place: fields['crashRound'] === undefined ? seededPlaceOf(fields) : sharedPlaceOf(fields),
    game: textOf(fields, 'game', /^[a-z0-9-]+$/),
    params: parseFields(fields['params'], 'params'),
    stake: textOf(fields, 'stake', DECIMAL),
    coin: textOf(fields, 'coin', /^[a-z0-9]+-[a-z0-9]+$/),
    at: textOf(fields, 'at', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/),
    prev: textOf(fields, 'prev', HASH),
    isFree: fields['free'] === true,
    result: isDecided
      ? {
          outcome: fields['outcome'],
          multiplier: textOf(fields, 'multiplier', DECIMAL),
          payout: textOf(fields, 'payout', DECIMAL),
          steps: fields['steps'],
          endedBy: fields['endedBy'],
        }
      : undefined,
    hash: hashText(text),
  }
}

const seededPlaceOf = (fields: Fields): SeededPlace => ({
  pair: parseInteger(fields['pair'], 'pair', 0, Number.MAX_SAFE_INTEGER),
  serverSeedHash: textOf(fields, 'serverSeedHash', HASH),
  clientSeedHash: textOf(fields, 'clientSeedHash', HASH),
  nonce: parseInteger(fields['nonce'], 'nonce', 0, Number.MAX_SAFE_INTEGER),
})

const sharedPlaceOf = (fields: Fields): SharedPlace => ({
  crashRound: textOf(fields, 'crashRound', ID),
  crashChain: textOf(fields, 'crashChain', HASH),
  crashGame: parseInteger(fields['crashGame'], 'crashGame', 1, Number.MAX_SAFE_INTEGER),
})

const ID = /^[1-9]\d{0,17}$/
const HASH = /^[0-9a-f]{64}$/
const DECIMAL = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/

function textOf(fields: Fields, name: string, form: RegExp): string {
  const value = fields[name]
  if (typeof value !== 'string') throw new FairnessError(`${name} must be a text`)
  if (!form.test(value)) throw new FairnessError(`${name} is malformed`)
  return value
}

function bytesOf(base64url: string, length: number, name: string): Uint8Array {
  const bytes = decoded(base64url)
  if (bytes?.length !== length) {
    throw new ReceiptError('unreadable', `${name} must be ${length} bytes in base64url`)
  }
  return bytes
}

function decoded(base64url: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(base64url)) return undefined
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    // Refuse bits beyond the last byte: one signature would have several texts.
    const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    return again === base64url ? Uint8Array.from(binary, (sign) => sign.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}

/**
 * Public keys of small order (1, 2, 4 or 8), in all their encodings without the sign bit of x. They are rejected: for
 * each of them anybody can make a signature without a private key that many programs accept.
 */
const SMALL_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map(hexToBytes)

function isSmallOrderKey(publicKey: Uint8Array): boolean {
  return SMALL_ORDER.some((point) =>
    point.every(
      (byte, index) => byte === ((publicKey[index] ?? 0) & (index === KEY_BYTES - 1 ? 0x7f : 0xff)),
    ),
  )
}
