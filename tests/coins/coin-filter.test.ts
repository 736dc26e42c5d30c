import { describe, expect, it } from 'vitest'
import type { Coin } from '#contract/coins.ts'
import {
  holdingsOf,
  holdingUsd,
  NO_HOLDINGS,
  visibleCoins,
  type Holdings,
} from '#features/coins/coin-filter.ts'
import { formatDecimal } from '#lib/decimal.ts'

const coin = (symbol: string, network: string, priceUsd: string, listed = true): Coin => ({
  id: `${symbol}-${network}`.toLowerCase(),
  symbol,
  name: symbol === 'USDT' ? 'Tether USD' : symbol,
  network,
  decimals: 6,
  chainDecimals: 6,
  priceUsd,
  pricedAt: '2026-01-01T00:00:00.000Z',
  isPriceFixed: true,
  listed,
  receivable: false,
})
const COINS = [
  coin('USDT', 'TRON', '1'),
  coin('USDT', 'Ethereum', '1'),
  coin('BONK', 'Solana', '0.000025'),
  coin('SOL', 'Solana', '434.78', false),
]
const held = (available: Record<string, string>, more = { locked: '0', pending: '0' }) =>
  holdingsOf(Object.entries(available).map(([coin, amount]) => ({ coin, available: amount, ...more })))
const ids = (query: string, hideSmall = false, holdings: Holdings | undefined = NO_HOLDINGS) =>
  visibleCoins(COINS, holdings, { query, hideSmall }).map(({ id }) => id)

describe('visibleCoins', () => {
  it('keeps the order of the listed coins', () => {
    expect(ids('')).toEqual(['usdt-tron', 'usdt-ethereum', 'bonk-solana'])
  })
  it('adds an unlisted coin that the player holds', () => {
    expect(ids('', false, held({ 'sol-solana': '0.1' }))).toContain('sol-solana')
  })
  it.each([
    ['usdt', ['usdt-tron', 'usdt-ethereum']],
    ['  Tether tron ', ['usdt-tron']],
    ['SOLANA', ['bonk-solana']],
    ['doge', []],
  ])('finds "%s" by symbol, name and network', (query, found) => expect(ids(query)).toEqual(found))
  it('hides holdings worth less than a dollar', () => {
    expect(ids('', true)).toEqual([])
    const small = held({ 'usdt-tron': '0.99', 'usdt-ethereum': '1', 'bonk-solana': '39999' })
    expect(ids('', true, small)).toEqual(['usdt-ethereum'])
    expect(ids('', true, held({ 'bonk-solana': '40000' }))).toEqual(['bonk-solana'])
  })
  it('keeps coins with a bonus or a withdrawal in progress', () => {
    const more = { locked: '0.6', pending: '0.3' }
    expect(ids('', true, held({ 'usdt-tron': '0.1' }, more))).toEqual(['usdt-tron'])
    expect(ids('', true, held({ 'usdt-tron': '0.09' }, more))).toEqual([])
  })
  it('hides nothing while holdings are unknown', () => {
    expect(visibleCoins(COINS, undefined, { query: '', hideSmall: true })).toHaveLength(3)
  })
})

describe('holdingUsd', () => {
  it('is exact, and zero for a coin that the player does not hold', () => {
    const sol = coin('SOL', 'Solana', '434.78')
    expect(formatDecimal(holdingUsd(sol, held({ 'sol-solana': '0.0023' })))).toBe('0.999994')
    expect(formatDecimal(holdingUsd(sol, NO_HOLDINGS))).toBe('0')
  })
})
