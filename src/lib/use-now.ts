import { useEffect, useState } from 'react'

/** Timers take no longer than this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The time in milliseconds; the component renders again once `moment` has come. */
export function useNow(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (moment <= now) return
    const left = Math.max(0, moment - Date.now())
    const look = () => setNow(Date.now())
    const timer = setTimeout(look, Math.min(left + 50, LONGEST_TIMER_MS))
    // A timer may stand still while the device sleeps.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [moment, now])
  return now
}
