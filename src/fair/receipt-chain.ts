import { NO_RECEIPT_BEFORE, type Receipt, ReceiptError, type SeededPlace } from './receipt.ts'

/**
 * Checks that these receipts of a player follow each other, the oldest first, without one missing between them, and
 * that no nonce of a pair of seeds was left out.
 * @param prev hash of the receipt before the first one; null for receipts from the middle of a chain
 * @returns hash of the last one, for those that follow
 * @throws {ReceiptError} `chain`
 */
export function followReceipts(
  receipts: readonly Receipt[],
  prev: string | null = NO_RECEIPT_BEFORE,
): string | null {
  let before = prev
  let last: SeededPlace | undefined
  for (const receipt of receipts) {
    if (before !== null && receipt.prev !== before) throw isNotNext(receipt, before)
    const { type, place } = receipt
    if (type === 'bet' && 'nonce' in place) {
      if (last) checkNonce(last, place, receipt)
      else if (prev === NO_RECEIPT_BEFORE) checkFirstNonce(place, receipt)
      last = place
    }
    before = receipt.hash
  }
  return before
}

export interface ReceiptChain {
  /** Of one player, the oldest first, as far as they follow each other. */
  readonly receipts: readonly Receipt[]
  /** Whether the player's very first one is there. */
  readonly isFromFirst: boolean
  readonly faults: readonly ReceiptError[]
}

/**
 * Puts receipts in the order of their chains, whatever order they come in. One that comes twice counts once. Without
 * the very first receipt, the earliest one begins the chain; a second beginning is a fault: something is missing.
 */
export function chainReceipts(receipts: readonly Receipt[]): ReceiptChain[] {
  return [...grouped(receipts, ({ player }) => player).values()].map(chainOfPlayer)
}

function chainOfPlayer(receipts: readonly Receipt[]): ReceiptChain {
  const byHash = new Map(receipts.map((receipt) => [receipt.hash, receipt]))
  const followers = grouped([...byHash.values()], ({ prev }) => prev)
  const isBeginning = ({ prev }: Receipt) => !byHash.has(prev)
  const beginnings = [...byHash.values()]
    .filter(isBeginning)
    .sort(
      (a, b) => Number(b.prev === NO_RECEIPT_BEFORE) - Number(a.prev === NO_RECEIPT_BEFORE) || earlier(a, b),
    )
  const faults: ReceiptError[] = []
  const ordered: Receipt[] = []

  for (const [hash, same] of followers) {
    const [one, other] = same
    if (one && other) faults.push(isFork(hash, one, other))
  }
  for (const [index, beginning] of beginnings.entries()) {
    if (index > 0 && beginning.prev !== NO_RECEIPT_BEFORE) faults.push(isMissing(beginning))
    const part: Receipt[] = []
    for (let next: Receipt | undefined = beginning; next; next = followers.get(next.hash)?.[0])
      part.push(next)
    try {
      followReceipts(part, index === 0 && beginning.prev === NO_RECEIPT_BEFORE ? NO_RECEIPT_BEFORE : null)
    } catch (error) {
      if (!(error instanceof ReceiptError)) throw error
      faults.push(error)
    }
    ordered.push(...part)
  }
  return { receipts: ordered, isFromFirst: followers.has(NO_RECEIPT_BEFORE), faults }
}

function grouped(receipts: readonly Receipt[], keyOf: (receipt: Receipt) => string): Map<string, Receipt[]> {
  const groups = new Map<string, Receipt[]>()
  for (const receipt of receipts) {
    const group = groups.get(keyOf(receipt))
    if (group) group.push(receipt)
    else groups.set(keyOf(receipt), [receipt])
  }
  return groups
}

const earlier = (a: Receipt, b: Receipt) => Date.parse(a.at) - Date.parse(b.at)

/** The bets of a pair are counted from 0 without a gap, and a later pair begins at 0. */
function checkNonce(before: SeededPlace, { pair, nonce }: SeededPlace, { bet }: Receipt): void {
  if (pair < before.pair) {
    throw new ReceiptError('chain', `bet ${bet} is of seed pair ${pair} after pair ${before.pair}`)
  }
  const expected = pair === before.pair ? before.nonce + 1 : 0
  if (nonce !== expected) {
    throw new ReceiptError('chain', `bet ${bet} has nonce ${nonce} and not ${expected}`)
  }
}

function checkFirstNonce({ nonce }: SeededPlace, { bet }: Receipt): void {
  if (nonce === 0) return
  throw new ReceiptError('chain', `bet ${bet} is the first one and has nonce ${nonce}`)
}

const named = ({ type, bet, hash }: Receipt) => `the receipt ${hash.slice(0, 8)}… (${type}) of bet ${bet}`

function isNotNext(receipt: Receipt, before: string): ReceiptError {
  return new ReceiptError('chain', `${named(receipt)} does not follow ${before.slice(0, 8)}…`)
}

function isMissing(receipt: Receipt): ReceiptError {
  return new ReceiptError('chain', `what comes before ${named(receipt)} is missing`)
}

function isFork(hash: string, one: Receipt, other: Receipt): ReceiptError {
  const place = hash === NO_RECEIPT_BEFORE ? 'are both the first' : `both follow ${hash.slice(0, 8)}…`
  return new ReceiptError('chain', `${named(one)} and ${named(other)} ${place}`)
}
