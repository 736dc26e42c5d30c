// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseCoin } from '#queries/active-coin.actions.ts'
import { ACTIVE_COIN_KEY, activeCoinState, readActiveCoin } from '#queries/active-coin.state.ts'

describe('the active coin', () => {
  beforeEach(() => localStorage.clear())

  it('is USDT on TRON at first, and later the coin chosen on the device', () => {
    expect(readActiveCoin()).toBe('usdt-tron')
    chooseCoin('bonk-solana')
    expect(activeCoinState.coin).toBe('bonk-solana')
    expect(readActiveCoin()).toBe('bonk-solana')
  })
  it.each(['', '{', 'USDT', 'a'])('ignores %j in storage', (stored) => {
    localStorage.setItem(ACTIVE_COIN_KEY, stored)
    expect(readActiveCoin()).toBe('usdt-tron')
  })
})
