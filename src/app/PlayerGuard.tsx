import { useLayoutEffect, type ReactNode } from 'react'
import { stopAnyAutoPlay } from '#features/play/auto/auto-play.actions.ts'
import { SessionResult } from '#features/play/session/SessionResult.tsx'
import { settlePlay } from '#features/play/auto/settle-play.ts'
import { BreakGate } from '#features/responsible-play/breaks/BreakGate.tsx'
import { useRunningBreak } from '#features/responsible-play/breaks/use-running-break.ts'
import { SessionReminder } from '#features/responsible-play/SessionReminder.tsx'

/** A player's game: not during a break, and with a look at the clock where one was asked for. */
export function PlayerGuard({ mayFinish, children }: { mayFinish: boolean; children: ReactNode }) {
  const isOnBreak = useRunningBreak() !== null
  // Before the screen goes, which would say that the page was left.
  useLayoutEffect(() => {
    if (isOnBreak) stopAnyAutoPlay('break')
  }, [isOnBreak])
  return (
    <BreakGate mayFinish={mayFinish}>
      {children}
      <SessionReminder result={<SessionResult />} settle={settlePlay} />
    </BreakGate>
  )
}
