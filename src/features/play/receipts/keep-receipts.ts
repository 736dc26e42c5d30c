import type { SignedReceipt } from '#fair/receipt.ts'
import type { PastBet } from '#features/play/play-engine.ts'
import type { PlayReceipts, ReceiptVerdict } from '#features/play/play-receipts.ts'
import { createStore } from '#lib/store.ts'
import { keysFor } from './keys-for.ts'
import type { ReceiptBook, ReceiptBookOptions } from './receipt-book.ts'

/** Bets whose verdicts are remembered: more than any row of chips shows. */
const MOST_VERDICTS = 60
/** Receipts that wait for the book, when it cannot be fetched. */
const MOST_WAITING = 2_000
const LATEST_MS = 2_000

/** @param onReveal calls back whenever another seed pair begins */
export function createPlayReceipts(
  options: ReceiptBookOptions,
  onReveal: (listener: () => void) => void,
): PlayReceipts {
  const verdicts = createStore<ReadonlyMap<string, ReceiptVerdict>>(new Map())
  /** Those that were asked for last, the latest at the end. */
  const shown = new Map<string, PastBet>()
  const asked = new Set<string>()
  /** Bets whose receipts were not kept here, as other devices' are: they are asked for once. */
  const askedFor = new Set<string>()
  let waiting: { signed: SignedReceipt; bet: string }[] = []
  let opened: Promise<ReceiptBook> | undefined
  let isBusy = false

  async function book(): Promise<ReceiptBook> {
    opened ??= import('./receipt-book.ts').then(({ createReceiptBook }) => createReceiptBook(options))
    try {
      return await opened
    } catch (error) {
      opened = undefined
      throw error
    }
  }

  function begin(): void {
    if (isBusy) return
    isBusy = true
    whenIdle(() => {
      void work()
        // Asked again with the next bet; the server has the receipts, too.
        .catch(() => undefined)
        .finally(() => {
          isBusy = false
        })
    })
  }

  async function work(): Promise<void> {
    const opening = await book()
    while (waiting.length > 0 || asked.size > 0) {
      const batch = waiting
      waiting = []
      await opening.keep(batch)
      // The latest one first: it is looked at.
      const id = [...asked].at(-1)
      if (id === undefined) continue
      asked.delete(id)
      const bet = shown.get(id)
      if (bet) show(id, (await opening.check(bet)).verdict)
      await new Promise<void>(whenIdle)
      if (asked.size === 0) await askForMissing(opening)
    }
  }

  async function askForMissing(opening: ReceiptBook): Promise<void> {
    const known = verdicts.get()
    const bets = [...shown.values()].filter(
      ({ id }) => known.get(id)?.status === 'missing' && !askedFor.has(id),
    )
    for (const game of new Set(bets.map((bet) => bet.game))) await opening.askLatest(game)
    for (const { id } of bets) {
      askedFor.add(id)
      asked.add(id)
    }
  }

  function show(id: string, verdict: ReceiptVerdict): void {
    const next = new Map(verdicts.get())
    next.delete(id)
    next.set(id, verdict)
    dropFirst(next)
    verdicts.set(next)
  }

  onReveal(() => {
    for (const id of shown.keys()) {
      if (verdicts.get().get(id)?.status !== 'verified') asked.add(id)
    }
    if (asked.size > 0) begin()
  })

  return {
    verdicts,
    keep(signed, bet) {
      waiting = [...waiting, { signed, bet }].slice(-MOST_WAITING)
      begin()
    },
    check(bet) {
      if (verdicts.get().get(bet.id)?.status === 'verified') return
      shown.delete(bet.id)
      shown.set(bet.id, bet)
      dropFirst(shown)
      asked.add(bet.id)
      begin()
    },
    async look(bet) {
      const opening = await book()
      const batch = waiting
      waiting = []
      await opening.keep(batch)
      const report = await opening.look(bet)
      show(bet.id, report.verdict)
      return report
    },
    kept: async () => (await book()).kept(),
    keysFor: (receipts) => keysFor(receipts, options.readKeys),
  }
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
