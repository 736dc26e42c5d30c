import { subscribe } from 'valtio'
import type { Balance, PlayEngine } from '#features/play/play-engine.ts'
import { shownAmount } from '#features/play/session/shown-balance.actions.ts'
import { countedBalance, heldBalances } from '#features/play/session/shown-balance.state.ts'
import { countUp } from '#lib/count-up.ts'

/** The server may tell of the new balance a moment after the result. */
const EXPECTED_FOR_MS = 1_500

interface Rise extends Pick<Balance, 'coin' | 'decimals'> {
  readonly from: bigint
  readonly to: bigint
}

/** Not a hook: nothing renders with each bet for it. */
export interface BalanceCount {
  /** Lets the shown balance count up to its next rise, or to the one that this very result has made. */
  expect(milliseconds: number): void
  stop(): void
}

export function createBalanceCount(engine: Pick<PlayEngine, 'balance'>): BalanceCount {
  const read = () => {
    const balance = engine.balance.get()
    return balance && { ...balance, amount: shownAmount(engine) ?? balance.amount }
  }
  let before = read()
  let expected = { until: -Infinity, milliseconds: 0 }
  let fresh: Rise | undefined
  let stopCount = () => {}

  function count({ coin, decimals, from, to }: Rise, milliseconds: number): void {
    expected.until = -Infinity
    const show = (amount: bigint | undefined) =>
      countedBalance.set(amount === undefined ? undefined : { coin, amount })
    stopCount = countUp({ from, to, decimals, milliseconds, show })
  }

  function follow(): void {
    const was = before
    before = read()
    if (before?.coin === was?.coin && before?.amount === was?.amount) return
    const counted = countedBalance.get()
    stopCount()
    fresh = undefined
    if (!before || before.coin !== was?.coin || before.amount <= was.amount) return
    const { coin, decimals, amount: to } = before
    const rise = { coin, decimals, from: counted?.coin === coin ? counted.amount : was.amount, to }
    if (performance.now() <= expected.until) return count(rise, expected.milliseconds)
    // The result is told right after the balance, and nothing is drawn in between.
    fresh = rise
    queueMicrotask(() => (fresh = undefined))
  }
  const stops = [engine.balance.subscribe(follow), subscribe(heldBalances, follow, true)]

  return {
    expect(milliseconds) {
      if (fresh) return count(fresh, milliseconds)
      expected = { until: performance.now() + EXPECTED_FOR_MS, milliseconds }
    },
    stop() {
      for (const stop of stops) stop()
      stopCount()
    },
  }
}
