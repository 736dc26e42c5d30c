import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import { ageOf } from '#lib/age.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { createRequestKey } from '#lib/request-key.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import { PasskeyUnused } from './passkeys.ts'

/** A request that creates something. While its outcome is unknown, the same order counts as the same request. */
export interface Order {
  /** Kind of request. */
  readonly name: string
  readonly uid: number
  /** Values that identify the order within its kind. */
  readonly facts: readonly (string | number)[]
}

const STORED_AT = 'request_keys'
/** After a day the player has seen the outcome: the same order is a new one. */
const KEPT_MS = 24 * 60 * 60_000
const MOST_KEPT = 20

const KeptSchema = v.array(
  v.object({ name: v.string(), order: v.string(), key: v.pipe(v.string(), v.uuid()), at: v.number() }),
)
type Kept = v.InferOutput<typeof KeptSchema>[number]

/** If the tab's storage is blocked, keys last as long as the page. */
let unstored: readonly Kept[] = []

/**
 * Sends with an idempotency key that stays the same, even over reloads, until the outcome is known: an answer, or a
 * refusal of the first try. A refusal of a later try does not tell the outcome of the first, which may still be in
 * progress.
 * Resolves to the answer, and whether the key had been sent before.
 */
export async function sendOnce<T>(
  order: Order,
  send: (key: string) => Promise<T>,
): Promise<{ readonly answer: T; readonly isRepeat: boolean }> {
  const known = find(order)
  const key = known?.key ?? createRequestKey()
  if (!known) write([...read(), { name: order.name, order: digestOf(order), key, at: Date.now() }])
  const isRepeat = known !== undefined
  try {
    const answer = await send(key)
    forgetOrder(order)
    return { answer, isRepeat }
  } catch (error) {
    if (!isOutcomeUnknown(error) && (!isRepeat || isConflict(error))) forgetOrder(order)
    throw error
  }
}

/** True if the order was sent and its outcome is unknown. */
export function isOrderOpen(order: Order): boolean {
  return find(order) !== undefined
}

/** The same order counts as a new one from now on. */
export function forgetOrder(order: Order): void {
  const digest = digestOf(order)
  write(read().filter((kept) => kept.order !== digest))
}

/** Forgets all other orders of the same kind. */
export function forgetOtherOrders(order: Order): void {
  const digest = digestOf(order)
  write(read().filter((kept) => kept.name !== order.name || kept.order === digest))
}

/** True if a failed call may have been carried out. Only a refusal by Koi itself rules it out. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof PasskeyUnused) return false
  if (!(error instanceof ApiError) || error.kind !== 'http') return true
  // An error without a code of Koi comes from a proxy.
  return error.status >= 500 || error.code === `http_${error.status}`
}

/** The key belongs to another request, or the order is outdated: the server would always refuse this key. */
const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'conflict'

/** FNV-1a, 64 bits: hides the order from people who read the tab's storage. A collision only leads to a `conflict`. */
function digestOf({ name, uid, facts }: Order): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(JSON.stringify([name, uid, facts]))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash.toString(36)
}

const find = (order: Order) => {
  const digest = digestOf(order)
  return read().find((kept) => kept.order === digest)
}

/**
 * An entry dated in the future was sent before the clock was set back, at an unknown time. It is kept for a day from
 * now: sending the same key again is harmless, paying twice is not.
 */
function read(): readonly Kept[] {
  const now = Date.now()
  const stored = () => parseStored(KeptSchema, tabStorage.get(STORED_AT)) ?? []
  return (unstored.length > 0 ? unstored : stored())
    .map((kept) => ({ ...kept, at: Math.min(kept.at, now) }))
    .filter(({ at }) => ageOf(at, now) < KEPT_MS)
}

function write(kept: readonly Kept[]): void {
  const newest = kept.slice(-MOST_KEPT)
  unstored = tabStorage.set(STORED_AT, JSON.stringify(newest)) ? [] : newest
}
