import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import { ageOf } from '#lib/age.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { createRequestKey } from '#lib/request-key.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import { PasskeyUnused } from './passkey-unused.ts'

/** A request that makes something: the same order again, while its outcome is unknown, is the same request. */
export interface Order {
  /** What is made. */
  readonly name: string
  readonly uid: number
  /** All that tells it from another one of its name. */
  readonly facts: readonly (string | number)[]
}

const STORED_AT = 'request_keys'
/** After a day the player has seen what came of it, and means a new one. */
const KEPT_MS = 24 * 60 * 60_000
const MOST_KEPT = 20

const KeptSchema = v.array(
  v.object({ name: v.string(), order: v.string(), key: v.pipe(v.string(), v.uuid()), at: v.number() }),
)
type Kept = v.InferOutput<typeof KeptSchema>[number]

/** Where the tab's storage is blocked, keys last as long as the page. */
let unstored: readonly Kept[] = []

/**
 * Sends with a key that stays the same, through reload too, until the order's outcome is known: an answer, or a
 * refusal of its first try. A refusal of a later try says nothing of the first one, which may still be under way.
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

/** Whether the order was sent, and nobody knows what came of it. */
export function isOrderOpen(order: Order): boolean {
  return find(order) !== undefined
}

/** The same order is a new one from now on. */
export function forgetOrder(order: Order): void {
  const digest = digestOf(order)
  write(read().filter((kept) => kept.order !== digest))
}

/** Forgets whatever else of its name was sent. */
export function forgetOtherOrders(order: Order): void {
  const digest = digestOf(order)
  write(read().filter((kept) => kept.name !== order.name || kept.order === digest))
}

/** Whether a call that failed may have been carried out: only Koi's own refusal says that it was not. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof PasskeyUnused) return false
  if (!(error instanceof ApiError) || error.kind !== 'http') return true
  // Without a code of its own the answer is that of something between here and Koi.
  return error.status >= 500 || error.code === `http_${error.status}`
}

/** The key is another request's, or the order is out of date: the same key would be refused for ever. */
const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'conflict'

/** FNV-1a, 64 bits: what was ordered is not for whoever finds the tab. A clash would be a `conflict`, no more. */
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
 * One that is dated in the future, by a clock that was set back since, was sent at some time before now. It is kept for a
 * day from now: to ask again with the same key does no harm, to pay twice does.
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
