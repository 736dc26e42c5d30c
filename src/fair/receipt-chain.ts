import { NO_RECEIPT_BEFORE, type Receipt, ReceiptError, type SeededPlace, hashText } from './receipt.ts'

/**
 * Checks that a player's receipts, oldest first, follow each other without a gap, and that no nonce of a seed pair was
 * left out.
 * @param prev hash of the receipt before the first one; null for receipts from the middle of a chain
 * @returns hash of the last receipt
 * @throws {ReceiptError} `chain`
 */
export function followReceipts(
  receipts: readonly Receipt[],
  prev: string | null = NO_RECEIPT_BEFORE,
): string | null {
  let before = prev
  let last: SeededPlace | undefined
  for (const receipt of receipts) {
    if (before !== null && receipt.prev !== before) throw notNextError(receipt, before)
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

/**
 * The receipts that a list claims to have completely. `chain`: all of the player's, from the very first one. A seed
 * pair: all from its first receipt to its last, including those of other pairs in between. A receipt can be called
 * missing only from such a list.
 */
export type AllReceiptsOf =
  'chain' | { readonly serverSeedHash: string; readonly betCount?: number | undefined }

export interface ReceiptChain {
  /** A player's receipts, oldest first, as far as they follow each other. */
  readonly receipts: readonly Receipt[]
  /** True if the list begins with the player's very first receipt. */
  readonly isFromFirst: boolean
  /** Number of places where receipts in between are not in the list, and so were not checked. */
  readonly gaps: number
  readonly faults: readonly ReceiptError[]
}

/**
 * Sorts receipts into their chains; duplicates count once. A player has one chain for the bets of all games and coins,
 * so a selection of bets has gaps, and a gap alone is not a fault. It is a fault if two receipts claim the same place,
 * or if a nonce is left out between two neighbours.
 * @param all the claims of completeness: within these a gap is a fault
 */
export function chainReceipts(
  receipts: readonly Receipt[],
  all: readonly AllReceiptsOf[] = [],
): ReceiptChain[] {
  return [...grouped(receipts, ({ player }) => player).values()].map((own) => chainOfPlayer(own, all))
}

function chainOfPlayer(receipts: readonly Receipt[], all: readonly AllReceiptsOf[]): ReceiptChain {
  const byHash = new Map(receipts.map((receipt) => [receipt.hash, receipt]))
  const followers = grouped([...byHash.values()], ({ prev }) => prev)
  const isBeginning = ({ prev }: Receipt) => !byHash.has(prev)
  const beginnings = [...byHash.values()]
    .filter(isBeginning)
    .sort(
      (a, b) => Number(b.prev === NO_RECEIPT_BEFORE) - Number(a.prev === NO_RECEIPT_BEFORE) || earlier(a, b),
    )
  const faults: ReceiptError[] = []
  const parts: Receipt[][] = []

  for (const [hash, same] of followers) {
    const [one, other] = same
    if (one && other) faults.push(forkError(hash, one, other))
  }
  for (const [index, beginning] of beginnings.entries()) {
    const part: Receipt[] = []
    for (let next: Receipt | undefined = beginning; next; next = followers.get(next.hash)?.[0])
      part.push(next)
    try {
      followReceipts(part, index === 0 && beginning.prev === NO_RECEIPT_BEFORE ? NO_RECEIPT_BEFORE : null)
    } catch (error) {
      if (!(error instanceof ReceiptError)) throw error
      faults.push(error)
    }
    parts.push(part)
  }
  const missing = new Set(all.flatMap((one) => missingBefore(parts, one)))
  return {
    receipts: parts.flat(),
    isFromFirst: followers.has(NO_RECEIPT_BEFORE),
    gaps: parts.slice(1).filter(([first]) => first?.prev !== NO_RECEIPT_BEFORE).length,
    faults: [
      ...faults,
      ...contradictionsIn([...byHash.values()], (hash) => (followers.get(hash)?.length ?? 0) > 1),
      ...[...missing].map(missingError),
    ],
  }
}

/** Finds gaps between receipts that were added. It does not verify them. */
export function createGapFinder() {
  const hashes = new Set<string>()
  const befores = new Set<string>()
  return {
    /** Returns true if the receipt is new. */
    add(text: string): boolean {
      const hash = hashText(text)
      if (hashes.has(hash)) return false
      hashes.add(hash)
      const before = /"prev":"([0-9a-f]{64})"/.exec(text)?.[1]
      if (before !== undefined) befores.add(before)
      return true
    },
    /** For a seed pair, the first receipt may follow one that is not in the list. */
    hasGaps(of: AllReceiptsOf): boolean {
      const missing = [...befores].filter((hash) => !hashes.has(hash))
      return of === 'chain' ? missing.some((hash) => hash !== NO_RECEIPT_BEFORE) : missing.length > 1
    },
  }
}

/** First receipts of the parts that a receipt is missing before, although the list claims to be complete. */
function missingBefore(parts: readonly (readonly Receipt[])[], all: AllReceiptsOf): Receipt[] {
  if (all === 'chain') {
    return parts.flatMap(([first]) => (first && first.prev !== NO_RECEIPT_BEFORE ? [first] : []))
  }
  const isOfPair = (receipt: Receipt) => isOf(receipt, all.serverSeedHash)
  return parts
    .filter((part) => part.some(isOfPair))
    .slice(1)
    .flatMap(([first]) => first ?? [])
}

const isOf = ({ place }: Receipt, serverSeedHash: string) =>
  'nonce' in place && place.serverSeedHash === serverSeedHash

/** Finds bets of a seed pair that have no receipt: nonces count from 0 without a gap. */
export function absentBets(
  receipts: readonly Receipt[],
  { serverSeedHash, betCount }: Exclude<AllReceiptsOf, 'chain'>,
): ReceiptError | undefined {
  const nonces = new Set<number>()
  let highest = -1
  for (const receipt of receipts) {
    const { type, place } = receipt
    if (type !== 'bet' || !('nonce' in place) || !isOf(receipt, serverSeedHash)) continue
    nonces.add(place.nonce)
    highest = Math.max(highest, place.nonce)
  }
  const count = betCount ?? highest + 1
  const absent = count - nonces.size
  if (highest >= count) {
    return new ReceiptError('absent', `the pair has ${count} bets, but a bet with nonce ${highest} is signed`)
  }
  return absent > 0
    ? new ReceiptError('absent', `${absent} of the pair's ${count} bets have no receipt`)
    : undefined
}

/**
 * Faults that hold whatever lies in between: two bets with one nonce, a bet that is accepted or decided twice or moves
 * to another place, a pair whose seeds change.
 * @param isForked true if several receipts follow the one with this hash, which is reported separately
 */
function contradictionsIn(receipts: readonly Receipt[], isForked: (hash: string) => boolean): ReceiptError[] {
  const known = new Map<string, { readonly said: string; readonly by: Receipt }>()
  const faults: ReceiptError[] = []
  for (const receipt of receipts) {
    for (const [what, said] of uniqueFacts(receipt)) {
      const { by, said: before } = known.get(what) ?? { by: receipt, said }
      if (by === receipt) known.set(what, { said, by })
      const isTold = by.prev === receipt.prev && isForked(receipt.prev)
      if (before === said || isTold) continue
      faults.push(
        new ReceiptError('chain', `${named(by)} and ${named(receipt)} contradict each other about ${what}`),
      )
      // Report the same two receipts only once.
      break
    }
  }
  return faults
}

/** Facts that the house may state only once: a name for the error message, and the stated value. */
function uniqueFacts({ type, bet, place, game, result, hash }: Receipt): (readonly [string, string])[] {
  const where = Object.entries(place).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    [`the place of bet ${bet}`, `${game} ${JSON.stringify(where)}`],
    ...(type === 'bet' ? [[`the start of bet ${bet}`, hash] as const] : []),
    ...(result ? [[`the result of bet ${bet}`, hash] as const] : []),
    ...('nonce' in place
      ? ([
          [`nonce ${place.nonce} of the seeds ${place.serverSeedHash}`, bet],
          [`the seeds of pair ${place.pair}`, `${place.serverSeedHash} ${place.clientSeedHash}`],
          [`the pair of the seeds ${place.serverSeedHash}`, `${place.pair}`],
        ] as const)
      : []),
  ]
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

/** The bets of a pair count from 0 without a gap; a later pair starts at 0 again. */
function checkNonce(before: SeededPlace, { pair, nonce }: SeededPlace, { bet }: Receipt): void {
  if (pair < before.pair) {
    throw new ReceiptError('chain', `bet ${bet} uses seed pair ${pair} after pair ${before.pair}`)
  }
  const expected = pair === before.pair ? before.nonce + 1 : 0
  if (nonce !== expected) {
    throw new ReceiptError('chain', `bet ${bet} has nonce ${nonce} instead of ${expected}`)
  }
}

function checkFirstNonce({ nonce }: SeededPlace, { bet }: Receipt): void {
  if (nonce === 0) return
  throw new ReceiptError('chain', `bet ${bet} is the first one, but has nonce ${nonce}`)
}

const named = ({ type, bet, hash }: Receipt) => `the receipt ${hash.slice(0, 8)}… (${type}) of bet ${bet}`

function notNextError(receipt: Receipt, before: string): ReceiptError {
  return new ReceiptError('chain', `${named(receipt)} does not follow ${before.slice(0, 8)}…`)
}

function missingError(receipt: Receipt): ReceiptError {
  return new ReceiptError('chain', `the receipt before ${named(receipt)} is missing`)
}

function forkError(hash: string, one: Receipt, other: Receipt): ReceiptError {
  const place = hash === NO_RECEIPT_BEFORE ? 'are both the first' : `both follow ${hash.slice(0, 8)}…`
  return new ReceiptError('chain', `${named(one)} and ${named(other)} ${place}`)
}
