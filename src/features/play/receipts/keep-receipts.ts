import type { SignedReceipt } from '#fair/receipt.ts'
import type { PastBet } from '#features/play/play-engine.ts'
import type { PlayReceipts, ReceiptVerdict } from '#features/play/play-receipts.ts'
import { createStore, type WritableStore } from '#lib/store.ts'
import type { ReceiptBook, ReceiptBookOptions } from './receipt-book.ts'

/** Bets whose verdicts are remembered: more than any row of chips shows. */
const MOST_VERDICTS = 60
/** Receipts that wait for the book, when it cannot be fetched. */
const MOST_WAITING = 2_000
const LATEST_MS = 2_000

/** Everything that waits to be kept and checked while the page has nothing better to do. */
interface ReceiptQueue {
  readonly options: ReceiptBookOptions
  readonly verdicts: WritableStore<ReadonlyMap<string, ReceiptVerdict>>
  /** Bets on the screen by their ids, the latest at the end. */
  readonly shown: Map<string, PastBet>
  /** Ids of bets to be checked. */
  readonly toCheck: Set<string>
  /** Bets whose receipts were not kept here, as other devices' are: the server is asked for them once. */
  readonly askedFor: Set<string>
  toKeep: readonly { readonly signed: SignedReceipt; readonly bet: string }[]
  book: Promise<ReceiptBook> | undefined
  isBusy: boolean
}

/** @param onReveal calls back whenever another seed pair begins */
export function createPlayReceipts(
  options: ReceiptBookOptions,
  onReveal: (listener: () => void) => void,
): PlayReceipts {
  const queue: ReceiptQueue = {
    options,
    verdicts: createStore<ReadonlyMap<string, ReceiptVerdict>>(new Map()),
    shown: new Map(),
    toCheck: new Set(),
    askedFor: new Set(),
    toKeep: [],
    book: undefined,
    isBusy: false,
  }
  onReveal(() => {
    for (const id of queue.shown.keys()) if (!isVerified(queue, id)) queue.toCheck.add(id)
    if (queue.toCheck.size > 0) begin(queue)
  })
  return {
    verdicts: queue.verdicts,
    keep(signed, bet) {
      queue.toKeep = [...queue.toKeep, { signed, bet }].slice(-MOST_WAITING)
      begin(queue)
    },
    check(bet) {
      if (isVerified(queue, bet.id)) return
      queue.shown.delete(bet.id)
      queue.shown.set(bet.id, bet)
      dropFirst(queue.shown)
      queue.toCheck.add(bet.id)
      begin(queue)
    },
    async look(bet) {
      const book = await openBook(queue)
      await keepAll(queue, book)
      const report = await book.look(bet)
      show(queue, bet.id, report.verdict)
      return report
    },
    kept: async () => (await openBook(queue)).kept(),
    keysFor: async (receipts) => (await openBook(queue)).keysFor(receipts),
  }
}

const isVerified = ({ verdicts }: ReceiptQueue, id: string) => verdicts.get().get(id)?.status === 'verified'

async function openBook(queue: ReceiptQueue): Promise<ReceiptBook> {
  queue.book ??= import('./receipt-book.ts').then(({ createReceiptBook }) => createReceiptBook(queue.options))
  try {
    return await queue.book
  } catch (error) {
    queue.book = undefined
    throw error
  }
}

function begin(queue: ReceiptQueue): void {
  if (queue.isBusy) return
  queue.isBusy = true
  whenIdle(() => {
    void work(queue)
      // Tried again with the next bet; the server has the receipts, too.
      .catch(() => undefined)
      .finally(() => {
        queue.isBusy = false
      })
  })
}

async function work(queue: ReceiptQueue): Promise<void> {
  const { toCheck, shown } = queue
  const book = await openBook(queue)
  while (queue.toKeep.length > 0 || toCheck.size > 0) {
    await keepAll(queue, book)
    // The latest one first: the player looks at it.
    const id = [...toCheck].at(-1)
    if (id === undefined) continue
    toCheck.delete(id)
    const bet = shown.get(id)
    if (bet) show(queue, id, (await book.check(bet)).verdict)
    await new Promise<void>(whenIdle)
    if (toCheck.size === 0) await askForMissing(queue, book)
  }
}

async function keepAll(queue: ReceiptQueue, book: ReceiptBook): Promise<void> {
  const batch = queue.toKeep
  queue.toKeep = []
  await book.keep(batch)
}

async function askForMissing(
  { verdicts, shown, askedFor, toCheck }: ReceiptQueue,
  book: ReceiptBook,
): Promise<void> {
  const known = verdicts.get()
  const bets = [...shown.values()].filter(
    ({ id }) => known.get(id)?.status === 'missing' && !askedFor.has(id),
  )
  for (const game of new Set(bets.map((bet) => bet.game))) await book.askLatest(game)
  for (const { id } of bets) {
    askedFor.add(id)
    toCheck.add(id)
  }
}

function show({ verdicts }: ReceiptQueue, id: string, verdict: ReceiptVerdict): void {
  const next = new Map(verdicts.get())
  next.delete(id)
  next.set(id, verdict)
  dropFirst(next)
  verdicts.set(next)
}

function dropFirst(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= MOST_VERDICTS) break
    map.delete(key)
  }
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: LATEST_MS })
  else setTimeout(work, 200)
}
