import { FairnessError } from '#fair/fairness-error.ts'
import { hashText, parseReceipt, type SignedReceipt } from '#fair/receipt.ts'
import type { DurableStorage } from '#lib/durable-storage.ts'

/** The latest receipts of a player are kept. */
const BOX_SIZE = 100
const MOST_BOXES = 20
export const MOST_KEPT = BOX_SIZE * MOST_BOXES

export interface KeptReceipt extends SignedReceipt {
  /** Id of the bet whose answer brought it. */
  readonly bet: string
  readonly hash: string
  /** Hash of the receipt before; empty if the text cannot be read. */
  readonly prev: string
}

export interface ReceiptShelf {
  /** Leaves out receipts that are kept already. */
  add(receipts: readonly KeptReceipt[]): Promise<void>
  /** Oldest first. */
  all(): Promise<KeptReceipt[]>
}

export function keptOf({ receipt, kid, signature }: SignedReceipt, bet: string): KeptReceipt {
  return { receipt, kid, signature, bet, hash: hashText(receipt), prev: prevOf(receipt) }
}

function prevOf(receipt: string): string {
  try {
    return parseReceipt(receipt).prev
  } catch (error) {
    if (error instanceof FairnessError) return ''
    throw error
  }
}

/** Numbers of the boxes that exist, both included. */
interface Boxes {
  readonly first: number
  readonly last: number
}

/** A player's receipts on this device, in boxes of a hundred, so that one more never writes all of them. */
export function createReceiptShelf(storage: DurableStorage, uid: number): ReceiptShelf {
  const boxKey = (box: number) => `${uid}/${box}`
  const readBoxes = async (): Promise<Boxes> => boxesOf(await storage.get(`${uid}`))
  const readBox = async (box: number) => receiptsOf(await storage.get(boxKey(box)))

  async function write(added: readonly KeptReceipt[]): Promise<void> {
    let { first, last } = await readBoxes()
    let open = await readBox(last)
    const known = new Set([...(await readBox(last - 1)), ...open].map(({ hash }) => hash))
    const fresh = added.filter(({ hash }) => !known.has(hash))
    if (fresh.length === 0) return
    for (const receipt of fresh) {
      if (open.length >= BOX_SIZE) {
        await storage.set(boxKey(last), open)
        last += 1
        open = []
      }
      open.push(receipt)
    }
    await storage.set(boxKey(last), open)
    for (; last - first >= MOST_BOXES; first += 1) await storage.remove(boxKey(first))
    await storage.set(`${uid}`, { first, last })
  }

  return {
    add: (receipts) => alone(() => write(receipts)),
    all: () =>
      alone(async () => {
        const { first, last } = await readBoxes()
        const found: KeptReceipt[] = []
        for (let box = first; box <= last; box += 1) found.push(...(await readBox(box)))
        return found
      }),
  }
}

/** Keeps other tabs from writing meanwhile. Without the browser's locks the last write wins. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const { navigator } = globalThis as { readonly navigator?: { readonly locks?: LockManager } }
  const locks = navigator?.locks
  return locks ? await locks.request('koi-receipts', work) : await work()
}

function boxesOf(stored: unknown): Boxes {
  const { first, last } = (stored ?? {}) as Partial<Record<keyof Boxes, unknown>>
  const isWhole = Number.isSafeInteger(first) && Number.isSafeInteger(last)
  return isWhole && Number(last) >= Number(first) && Number(last) - Number(first) <= MOST_BOXES
    ? { first: Number(first), last: Number(last) }
    : { first: 0, last: 0 }
}

/** Leaves out receipts that are damaged. */
function receiptsOf(stored: unknown): KeptReceipt[] {
  if (!Array.isArray(stored)) return []
  return stored.filter((each: unknown): each is KeptReceipt => {
    if (typeof each !== 'object' || each === null) return false
    const { receipt, kid, signature, bet, hash, prev } = each as Record<keyof KeptReceipt, unknown>
    return [receipt, kid, signature, bet, hash, prev].every((field) => typeof field === 'string')
  })
}
