import { afterEach, beforeEach, vi } from 'vitest'
import type { CrashTable } from '#features/play/crash-table.ts'

export const clock = { now: 0 }
const stops: (() => void)[] = []
beforeEach(() => {
  clock.now = 1_800_000_000_000
})
afterEach(() => {
  stops.splice(0).forEach((stop) => stop())
  vi.restoreAllMocks()
})

/** Watches a table until the end of the test, so that its rounds continue. */
export function watched(table: CrashTable): CrashTable {
  stops.push(table.watch())
  return table
}
