import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { countedAmount } from '#features/play/session/shown-balance.state.ts'
import { useShownBalance } from '#features/play/session/use-shown-balance.ts'
import { countUp } from './count-up.ts'

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
    if (!balance || !was || balance === was) return
    const from = countedAmount.get() ?? was.amount
    stop.current()
    const { until, milliseconds } = order.current
    if (balance.coin !== was.coin || balance.amount <= was.amount || performance.now() > until) return
    const { amount: to, decimals } = balance
    stop.current = countUp({ from, to, decimals, milliseconds, show: countedAmount.set })
    order.current.until = -Infinity
  }, [balance])
  useEffect(() => () => stop.current(), [])
  return useCallback((milliseconds) => {
    order.current = { until: performance.now() + EXPECTED_FOR_MS, milliseconds }
  }, [])
}
