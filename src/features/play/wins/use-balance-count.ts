import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { countedBalance } from '#features/play/session/shown-balance.state.ts'
import { useShownBalance } from '#features/play/session/use-shown-balance.ts'
import { countUp } from '#lib/count-up.ts'

/** The server may tell of the new balance a moment after the result. */
const EXPECTED_FOR_MS = 1_500

/** Lets the shown balance count up to its next rise. Returns the function that asks for it. */
export function useBalanceCount(): (milliseconds: number) => void {
  const balance = useShownBalance()
  const before = useRef(balance)
  const order = useRef({ until: -Infinity, milliseconds: 0 })
  const stop = useRef(() => {})
  useLayoutEffect(() => {
    const was = before.current
    before.current = balance
    // While results are held back, each render makes another object of the same balance.
    if (balance?.coin === was?.coin && balance?.amount === was?.amount) return
    const counted = countedBalance.get()
    stop.current()
    const { until, milliseconds } = order.current
    if (!balance || balance.coin !== was?.coin) return
    if (balance.amount <= was.amount || performance.now() > until) return
    const { coin, amount: to, decimals } = balance
    const from = counted?.coin === coin ? counted.amount : was.amount
    const show = (amount: bigint | undefined) =>
      countedBalance.set(amount === undefined ? undefined : { coin, amount })
    stop.current = countUp({ from, to, decimals, milliseconds, show })
    order.current.until = -Infinity
  }, [balance])
  useEffect(() => () => stop.current(), [])
  return useCallback((milliseconds) => {
    order.current = { until: performance.now() + EXPECTED_FOR_MS, milliseconds }
  }, [])
}
