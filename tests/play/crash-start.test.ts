import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStartKeeper } from '#features/play/crash-start.ts'
import type { CrashView } from '#features/play/crash-table.ts'

/** Only the round's status and start matter. */
const view = (status: string, startAt: number | null) =>
  ({ round: { status, startAt } }) as unknown as CrashView

describe('a round with an announced start', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('shows as locked until the start, and as running from then on', () => {
    const shown: string[] = []
    const keep = createStartKeeper(
      ({ round }) => shown.push(round.status),
      () => Date.now(),
    )
    keep(view('running', Date.now() + 300))
    vi.advanceTimersByTime(299)
    expect(shown).toEqual(['locked'])
    vi.advanceTimersByTime(1)
    expect(shown).toEqual(['locked', 'running'])
  })

  it('shows unchanged once it has begun or something newer is known', () => {
    const shown: string[] = []
    const keep = createStartKeeper(
      ({ round }) => shown.push(round.status),
      () => Date.now(),
    )
    keep(view('running', Date.now() - 1))
    keep(view('running', Date.now() + 300))
    keep(view('void', null))
    vi.advanceTimersByTime(1_000)
    expect(shown).toEqual(['running', 'locked', 'void'])
  })
})
