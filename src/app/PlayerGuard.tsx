import { useLayoutEffect, type ReactNode } from 'react'
import { stopAnyAutoPlay } from '#features/play/auto/auto-play.actions.ts'
import { SessionResult } from '#features/play/session/SessionResult.tsx'
import { settlePlay } from '#features/play/auto/settle-play.ts'
import { BreakGate } from '#features/responsible-play/breaks/BreakGate.tsx'
import { useRunningBreak } from '#features/responsible-play/breaks/use-running-break.ts'
import { SessionReminder } from '#features/responsible-play/SessionReminder.tsx'

/** Hides the game during a break, and shows the session reminder if the player asked for one. */
export function PlayerGuard({ mayFinish, children }: { mayFinish: boolean; children: ReactNode }) {
  const isOnBreak = useRunningBreak() !== null
  // Must run before the game's screen unmounts, which would report that the page was left.
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
