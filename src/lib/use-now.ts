import { useEffect, useState } from 'react'

/** Timers take no longer than this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The time in milliseconds; the component renders again once `moment` has come. */
export function useNow(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (moment <= now) return
    const left = Math.max(0, moment - Date.now())
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left + 50, LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  }, [moment, now])
  return now
}
