import { useEffect } from 'react'
import { useStore } from '#lib/use-store.ts'
import type { CrashTable } from '#features/play/crash-table.ts'
import { tellMoment } from '#features/play/session/play-moments.ts'

/** Seconds before the curve is about to start. */
const TOLD_SECONDS = [3, 2, 1]

/** Tells sounds that the player's bet is about to ride, and that the round has crashed. */
export function useCrashMoments(table: CrashTable): void {
  const view = useStore(table.view)
  const round = view?.round
  const status = round?.status
  const locksAt = round?.locksAt ?? null
  // Without a bet in the round it would hurry the player.
  const hasBet = view?.mine.some((bet) => bet.round === round?.id && bet.status === 'placed') ?? false
  useEffect(() => {
    if (status !== 'betting' || locksAt === null || !hasBet) return
    const timers = TOLD_SECONDS.map((seconds) => locksAt - seconds * 1_000 - table.now())
      .filter((milliseconds) => milliseconds > 0)
      .map((milliseconds) => setTimeout(() => tellMoment({ type: 'near-end' }), milliseconds))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [table, status, locksAt, hasBet])
  useEffect(() => {
    if (status === 'crashed') tellMoment({ type: 'crashed' })
  }, [status])
}
