import { useLayoutEffect } from 'react'
import { useRunningBreak } from '#features/responsible-play/breaks/use-running-break.ts'
import { isOnBreak } from '#session/break.state.ts'

/** Tells all of the app when the player's break begins and ends. */
export function BreakWatch() {
  const isRunning = useRunningBreak() !== null
  useLayoutEffect(() => isOnBreak.set(isRunning), [isRunning])
  useLayoutEffect(() => () => isOnBreak.set(false), [])
  return null
}
