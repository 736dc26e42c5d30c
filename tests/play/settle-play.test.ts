import { ref } from 'valtio'
import { afterEach, describe, expect, it } from 'vitest'
import { addToSessionNet, readSessionNet } from '../../src/features/play/session/session-net.ts'
import { settlePlay } from '../../src/features/play/auto/settle-play.ts'
import { shownBalanceState } from '../../src/features/play/session/shown-balance.state.ts'

const LIVE = ref({ status: 'live' } as const)
const HELD = ref({ status: 'held', amount: 1n, bets: 1 } as const)

afterEach(() => {
  shownBalanceState.shown = LIVE
})

const isDone = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((done) => setTimeout(() => done(false), 20))])

describe('settling play', () => {
  it('waits for nothing when nothing moves', async () => {
    expect(await isDone(settlePlay(new AbortController().signal))).toBe(true)
  })

  it('waits until every result has been seen', async () => {
    shownBalanceState.shown = HELD
    const settled = settlePlay(new AbortController().signal)
    expect(await isDone(settled)).toBe(false)
    shownBalanceState.shown = LIVE
    expect(await isDone(settled)).toBe(true)
  })

  it('gives up when the screen is left', async () => {
    shownBalanceState.shown = HELD
    const leave = new AbortController()
    const settled = settlePlay(leave.signal)
    leave.abort()
    expect(await isDone(settled)).toBe(true)
  })
})

describe('the net of a session', () => {
  it('adds up over all games', () => {
    const before = readSessionNet()
    addToSessionNet(5n)
    addToSessionNet(-12n)
    expect(readSessionNet() - before).toBe(-7n)
  })
})
