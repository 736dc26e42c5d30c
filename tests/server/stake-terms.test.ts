import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { stakeTermsOf, toBetLimits } from '#server/play/stake-terms.ts'

const { play } = readConfig({})
const rate = (coin: string, decimals: number, priceUsd: string) => ({
  coin,
  decimals,
  pricedAt: new Date(0),
  priceUsd: BigInt(Math.round(Number(priceUsd) * 1e12)),
})
const limitsOf = (priceUsd: string, decimals = 6) => {
  const of = rate('coin-chain', decimals, priceUsd)
  const { minStake, maxStake, maxPayout } = toBetLimits(stakeTermsOf(play, of, null), of)
  return [minStake, maxStake, maxPayout]
}

describe('limits of stakes', () => {
  it('are the dollar figures for a coin of one dollar', () => {
    expect(limitsOf('1')).toEqual(['0.01', '1000', '100000'])
  })

  it('are round figures at any other price', () => {
    expect(limitsOf('0.9998')).toEqual(['0.01', '1000', '100000'])
    expect(limitsOf('434.78', 8)).toEqual(['0.00002', '2', '200'])
    expect(limitsOf('0.000021', 5)).toEqual(['500', '50000000', '5000000000'])
  })

  it('leave at least the smallest unit, and fit the column of a bet', () => {
    expect(limitsOf('90000', 0)[0]).toBe('1')
    const { maxPayout } = stakeTermsOf(play, rate('dust-chain', 8, '0.000000000001'), null)
    expect(maxPayout).toBeLessThan(2n ** 63n)
  })
})
