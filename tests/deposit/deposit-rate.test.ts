import { describe, expect, it } from 'vitest'
import type { Coin } from '#contract/coins.ts'
import { amountBought, KEEP, receivableCoins, receivedCoin } from '#features/deposit/deposit-rate.ts'

const coin = (symbol: string, priceUsd: string, receivable = true): Coin => ({
  id: `${symbol.toLowerCase()}-solana`,
  symbol,
  name: symbol,
  network: 'Solana',
  decimals: 6,
  chainDecimals: 6,
  priceUsd,
  pricedAt: '2026-01-01T00:00:00.000Z',
  isPriceFixed: true,
  listed: true,
  receivable,
})
const usdt = coin('USDT', '1', false)

describe('amountBought', () => {
  it.each([
    ['SOL', '434.78', '0.0023'],
    ['SCS', '0.0125', '80'],
    ['WIF', '0.85', '1.176'],
    ['BONK', '0.000025', '40000'],
  ])('converts 1 USDT to %s: at the price %s it is %s', (symbol, price, amount) => {
    expect(amountBought('1', usdt, coin(symbol, price))).toBe(amount)
  })
  it('is undefined without a price', () => {
    expect(amountBought('1', usdt, coin('SOL', '0'))).toBeUndefined()
  })
})

describe('receivedCoin', () => {
  const coins = [usdt, coin('SOL', '1'), coin('BONK', '1')]
  const idOf = (symbol: string) => coins.find((each) => each.symbol === symbol)?.id ?? ''

  it('is the chosen coin, the sent coin if the player keeps it, or else the first in the picker', () => {
    expect(receivedCoin(idOf('BONK'), usdt.id, coins)).toBe(idOf('BONK'))
    expect(receivedCoin(KEEP, usdt.id, coins)).toBe(usdt.id)
    expect(receivedCoin('gone-chain', usdt.id, coins)).toBe(idOf('SOL'))
    expect(receivedCoin('gone-chain', usdt.id, [usdt])).toBe(usdt.id)
  })
})

describe('receivableCoins', () => {
  it('keeps the order of the picker and puts new coins last', () => {
    const coins = ['WIF', 'NEW', 'BONK', 'SOL', 'SCS'].map((symbol) => coin(symbol, '1'))
    expect(receivableCoins([usdt, ...coins]).map(({ symbol }) => symbol)).toEqual([
      'SOL',
      'SCS',
      'WIF',
      'BONK',
      'NEW',
    ])
  })
})
