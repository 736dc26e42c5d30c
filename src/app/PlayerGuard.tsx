import type { ReactNode } from 'react'
import { SessionResult } from '#features/play/session/SessionResult.tsx'
import { settlePlay } from '#features/play/auto/settle-play.ts'
import { BreakGate } from '#features/responsible-play/breaks/BreakGate.tsx'
import { SessionReminder } from '#features/responsible-play/SessionReminder.tsx'

/** A player's game: not during a break, and with a look at the clock where one was asked for. */
export function PlayerGuard({ mayFinish, children }: { mayFinish: boolean; children: ReactNode }) {
  return (
    <BreakGate mayFinish={mayFinish}>
      {children}
      <SessionReminder result={<SessionResult />} settle={settlePlay} />
    </BreakGate>
  )
}
