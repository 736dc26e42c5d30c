import { useEffect, useState } from 'react'

/** Upper limit of browser timers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The time in milliseconds; rerenders when `moment` has come. */
export function useNow(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (moment <= now) return
    const left = Math.max(0, moment - Date.now())
    const look = () => setNow(Date.now())
    const timer = setTimeout(look, Math.min(left + 50, LONGEST_TIMER_MS))
    // Timers may stop while the device sleeps.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [moment, now])
  return now
}
