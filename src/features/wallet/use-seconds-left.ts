import { useEffect, useState } from 'react'

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000))

/** Whole seconds until `moment` (milliseconds since the epoch), counted down to 0. */
export function useSecondsLeft(moment: number): number {
  const [left, setLeft] = useState(() => secondsUntil(moment))
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(moment))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [moment])
  return left
}

/** `m:ss`, the same in every language. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
