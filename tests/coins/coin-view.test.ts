// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { changeCoinView } from '#features/coins/coin-view.actions.ts'
import { COIN_VIEW_KEY, coinViewState, readCoinView } from '#features/coins/coin-view.state.ts'

describe('coin view', () => {
  beforeEach(() => localStorage.clear())

  it('shows US dollars and all balances at first', () => {
    expect(readCoinView()).toEqual({ displayUsd: true, hideSmall: false })
  })
  it('remembers a choice on the device', () => {
    changeCoinView({ hideSmall: true })
    expect(coinViewState.view.hideSmall).toBe(true)
    expect(readCoinView()).toEqual({ displayUsd: true, hideSmall: true })
  })
  it.each(['', '{', '[]', '{"displayUsd":"yes","hideSmall":false}'])('ignores %s in storage', (stored) => {
    localStorage.setItem(COIN_VIEW_KEY, stored)
    expect(readCoinView()).toEqual({ displayUsd: true, hideSmall: false })
  })
})
