import { useEffect, useState } from 'react'
import { clockText, sessionStart } from './session-clock.ts'

export function SessionClock() {
  const [start] = useState(() => sessionStart())
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      setNow(Date.now())
      // To the next full second, so that none is left out.
      timer = setTimeout(tick, 1_000 - ((Date.now() - start) % 1_000))
    }
    tick()
    return () => clearTimeout(timer)
  }, [start])
  return (
    <time role="timer" translate="no">
      {clockText(Math.max(0, now - start))}
    </time>
  )
}
