// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startAutoPlay } from '#features/play/auto/auto-play-start.ts'
import { dismissAutoPlay, stopAutoPlay } from '#features/play/auto/auto-play.actions.ts'
import { autoPlayState } from '#features/play/auto/auto-play.state.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { endlessAutoPlay } from './auto-play-settings.ts'

const ENDLESS = endlessAutoPlay(1n)
const game = () => ({
  play: vi.fn(async (stake: bigint) => ({ stake, payout: 0n }) as SettledBet),
  room: () => ({ minStake: 1n, maxStake: 100n, balance: 1_000n }),
  pauseMs: () => 1,
})

function showPage(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

afterEach(() => {
  stopAutoPlay('dice')
  stopAutoPlay('limbo')
})

describe('auto-play on a page', () => {
  it('stops when the page is hidden, and does not start while it is', async () => {
    const playing = game()
    const run = startAutoPlay('dice', ENDLESS, playing)
    await vi.waitFor(() => expect(playing.play.mock.calls.length).toBeGreaterThan(2))
    showPage('hidden')
    await run
    expect(autoPlayState.dice).toMatchObject({ status: 'ended', end: 'left' })
    const later = game()
    await startAutoPlay('dice', ENDLESS, later)
    expect(later.play).not.toHaveBeenCalled()
    showPage('visible')
  })

  it('hides a run after another run of the same game has replaced it', async () => {
    let settle: (bet: SettledBet) => void = () => undefined
    const late = { ...game(), play: () => new Promise<SettledBet>((resolve) => (settle = resolve)) }
    const first = startAutoPlay('dice', ENDLESS, late)
    await Promise.resolve()
    const second = startAutoPlay('dice', ENDLESS, { ...game(), pauseMs: () => 60_000 })
    settle({ stake: 1n, payout: 0n } as SettledBet)
    await first
    expect(autoPlayState.dice.status).toBe('running')
    stopAutoPlay('dice')
    await second
  })

  it('runs one game at a time', async () => {
    const first = startAutoPlay('dice', ENDLESS, game())
    const second = startAutoPlay('limbo', ENDLESS, game())
    await first
    expect(autoPlayState.dice).toMatchObject({ end: 'left' })
    stopAutoPlay('dice')
    expect(autoPlayState.limbo.status).toBe('running')
    dismissAutoPlay('limbo')
    expect(autoPlayState.limbo.status).toBe('running')
    stopAutoPlay('limbo')
    await second
    expect(autoPlayState.limbo).toMatchObject({ end: 'stopped' })
    dismissAutoPlay('limbo')
    expect(autoPlayState.limbo).toEqual({ status: 'idle' })
  })

  it.each([
    ['rejects', () => Promise.reject(new DOMException('denied', 'SecurityError'))],
    [
      'throws',
      () => {
        throw new DOMException('denied', 'SecurityError')
      },
    ],
  ])('runs when the browser has locks and %s', async (_, request) => {
    vi.stubGlobal('navigator', { locks: { request } })
    const playing = game()
    const run = startAutoPlay('dice', ENDLESS, playing)
    await vi.waitFor(() => expect(playing.play.mock.calls.length).toBeGreaterThan(2))
    stopAutoPlay('dice')
    await run
    expect(autoPlayState.dice).toMatchObject({ end: 'stopped' })
    vi.unstubAllGlobals()
  })

  it('does not start while another tab has the lock', async () => {
    vi.stubGlobal('navigator', {
      locks: { request: async (__: string, ___: object, hold: (lock: null) => unknown) => hold(null) },
    })
    const playing = game()
    await startAutoPlay('dice', ENDLESS, playing)
    expect(playing.play).not.toHaveBeenCalled()
    expect(autoPlayState.dice).toMatchObject({ status: 'ended', error: 'auto_play_open' })
    vi.unstubAllGlobals()
  })
})
