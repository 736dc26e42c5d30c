import { describe, expect, it, vi } from 'vitest'
import type { Balance, PlayLimits } from '#features/play/play-engine.ts'
import { limitsInPlay } from '#features/play/stake/limits-in-play.ts'
import { createStore } from '#lib/store.ts'

const limitsOf = (maxStake: bigint): PlayLimits => ({ minStake: 1n, maxStake, maxPayout: 100n })
const balanceOf = (coin: string): Balance => ({ coin, symbol: coin, decimals: 2, isDemo: false, amount: 5n })

describe('the limits in play', () => {
  it('belong to the coin in play, and follow both', () => {
    const balance = createStore<Balance | undefined>(undefined)
    const byCoin = new Map([
      ['USDT', createStore<PlayLimits | undefined>(undefined)],
      ['ETH', createStore<PlayLimits | undefined>(limitsOf(7n))],
    ])
    const unknown = createStore<PlayLimits | undefined>(undefined)
    const limits = limitsInPlay({ balance, limits: (coin) => byCoin.get(coin) ?? unknown })
    const heard = vi.fn()
    const stop = limits.subscribe(heard)
    expect(limits.get()).toBeUndefined()

    balance.set(balanceOf('USDT'))
    expect(heard).toHaveBeenCalledTimes(1)
    byCoin.get('USDT')?.set(limitsOf(3n))
    expect(limits.get()?.maxStake).toBe(3n)
    expect(heard).toHaveBeenCalledTimes(2)
    balance.set({ ...balanceOf('USDT'), amount: 6n })
    expect(heard).toHaveBeenCalledTimes(2)

    balance.set(balanceOf('ETH'))
    expect(limits.get()?.maxStake).toBe(7n)
    expect(heard).toHaveBeenCalledTimes(3)
    byCoin.get('USDT')?.set(limitsOf(4n))
    expect(heard).toHaveBeenCalledTimes(3)
    stop()
    byCoin.get('ETH')?.set(limitsOf(8n))
    expect(heard).toHaveBeenCalledTimes(3)
  })
})
