import { afterEach, describe, expect, it } from 'vitest'
import { addToSessionNet, sessionNets } from '../../src/features/play/session/session-net.ts'
import { settlePlay } from '../../src/features/play/auto/settle-play.ts'
import { heldBalances } from '../../src/features/play/session/shown-balance.state.ts'

const HELD = { amount: 1n, bets: 1 }

afterEach(() => {
  delete heldBalances['demo']
})

const isDone = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((done) => setTimeout(() => done(false), 20))])

describe('the wait for play to settle', () => {
  it('ends at once when nothing moves', async () => {
    expect(await isDone(settlePlay(new AbortController().signal))).toBe(true)
  })

  it('ends when every result has been shown', async () => {
    heldBalances['demo'] = HELD
    const settled = settlePlay(new AbortController().signal)
    expect(await isDone(settled)).toBe(false)
    delete heldBalances['demo']
    expect(await isDone(settled)).toBe(true)
  })

  it('ends when the player leaves the screen', async () => {
    heldBalances['demo'] = HELD
    const leave = new AbortController()
    const settled = settlePlay(leave.signal)
    leave.abort()
    expect(await isDone(settled)).toBe(true)
  })
})

describe('the net result of a session', () => {
  it('adds up over all games, for each coin', () => {
    const demo = { coin: 'demo-net', symbol: 'DEMO', decimals: 6, isDemo: true }
    const usdt = { coin: 'usdt-net', symbol: 'USDT', decimals: 6, isDemo: false }
    addToSessionNet(demo, 5n)
    addToSessionNet(usdt, 100n)
    addToSessionNet(demo, -12n)
    // Other files of this process have played with other coins.
    expect(sessionNets.get().filter(({ coin }) => coin.endsWith('-net'))).toEqual([
      { ...demo, net: -7n },
      { ...usdt, net: 100n },
    ])
  })
})
