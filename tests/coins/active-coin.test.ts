// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseCoin } from '#queries/active-coin.actions.ts'
import { ACTIVE_COIN_KEY, activeCoinState, readActiveCoin } from '#queries/active-coin.state.ts'

describe('the active coin', () => {
  beforeEach(() => localStorage.clear())

  it('is USDT on TRON at first, and then what was chosen on the device', () => {
    expect(readActiveCoin()).toBe('usdt-tron')
    chooseCoin('bonk-solana')
    expect(activeCoinState.coin).toBe('bonk-solana')
    expect(readActiveCoin()).toBe('bonk-solana')
  })
  it.each(['', '{', 'USDT', 'a'])('takes %j in storage as no choice', (stored) => {
    localStorage.setItem(ACTIVE_COIN_KEY, stored)
    expect(readActiveCoin()).toBe('usdt-tron')
  })
})
